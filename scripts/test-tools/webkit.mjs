import { Builder, Key } from 'selenium-webdriver';
import { startProgram } from './machine.mjs';
import { freePort } from './ports.ts';
import { findProgram } from './requirements.mjs';

/** @param {string} address */
const answers = (address) =>
  fetch(`${address}/status`).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Starts WebKitGTK. Each `open` returns another browser with empty storage.
 * @returns {Promise<{ open: () => Promise<import('selenium-webdriver').WebDriver>, stop: () => Promise<void> }>}
 */
export const startWebKit = async () => {
  const program = findProgram('webkit');
  if (program === undefined) throw new Error('WebKitWebDriver or Xvfb is not installed.');
  // WebKitGTK has no headless mode, so it opens its windows in an X server that renders into memory. The server chooses
  // a display that is not in use and writes its number. Without `-noreset` it would refuse windows for a moment after
  // the last one was closed; the driver then waits for ever for its browser.
  const screen = ['-displayfd', '2', '-screen', '0', '1280x1600x24', '-nolisten', 'tcp', '-noreset'];
  const display = await startProgram('Xvfb', screen, (output) => /^\d+\n/m.test(output));
  const [number] = /^\d+$/m.exec(display.output()) ?? [];
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = { ...process.env, DISPLAY: `:${number}`, NO_AT_BRIDGE: '1' };
  const driver = await startProgram(program, [`--port=${port}`], () => answers(address), { env });
  return {
    open: () => new Builder().disableEnvironmentOverrides().forBrowser('MiniBrowser').usingServer(address).build(),
    stop: async () => {
      await driver.stop();
      await display.stop();
    },
  };
};

/**
 * Returns WebDriver's character for the name of a key, such as `ArrowDown`. Other texts stay as they are.
 * @param {string} name
 */
const keyOf = (name) => Reflect.get(Key, name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()) ?? name;

/**
 * Runs the browser tests in WebKitGTK, one file after another in the same window. The type makes the commands of
 * `@web/test-runner-commands` call `sendKeys`.
 * @returns {import('@web/test-runner').BrowserLauncher & { sendKeys: (id: string, keys: readonly string[]) =>
 *   Promise<void> }}
 */
export const webkitLauncher = () => {
  /** @type {Promise<Awaited<ReturnType<typeof startWebKit>>> | undefined} */
  let webkit;
  /** @type {Promise<import('selenium-webdriver').WebDriver> | undefined} */
  let opened;
  /** @type {Map<string, string>} */
  const addresses = new Map();
  const browser = () => (opened ??= (webkit ??= startWebKit()).then(({ open }) => open()));
  return {
    name: 'WebKit',
    type: 'webdriver',
    startSession: async (id, url) => {
      addresses.set(id, url);
      await (await browser()).get(url);
    },
    isActive: (id) => addresses.has(id),
    getBrowserUrl: (id) => addresses.get(id),
    stopSession: async (id) => {
      addresses.delete(id);
      // Ends everything that the tests' page still does.
      await (await browser()).get('about:blank');
      return {};
    },
    startDebugSession: async () => {
      throw new Error('WebKit has no window to debug in. Start MiniBrowser and open the page there.');
    },
    sendKeys: async (_id, keys) => {
      await (await browser())
        .actions()
        .sendKeys(...keys.map((key) => (key.length > 1 ? keyOf(key) : key)))
        .perform();
    },
    stop: async () => {
      await (await opened)?.quit();
      await (await webkit)?.stop();
    },
  };
};
