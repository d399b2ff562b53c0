import type { BrowserLauncher } from '@web/test-runner';
import { Builder, Key, type WebDriver } from 'selenium-webdriver';
import { startProgram } from './machine.ts';
import { freePort } from './ports.ts';
import { findProgram } from './requirements.ts';

const answers = (address: string): Promise<boolean> =>
  fetch(`${address}/status`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts WebKitGTK. Each `open` returns another browser with empty storage. */
export const startWebKit = async () => {
  const program = findProgram('webkit');
  if (program === undefined) throw new Error('WebKitWebDriver or Xvfb is not installed.');
  // WebKitGTK has no headless mode, so it opens its windows in an X server that renders into memory. The server chooses
  // a display that is not in use and writes its number. Without `-noreset` it would refuse windows for a moment after
  // the last one was closed; the driver then waits for its browser without end.
  const screen = ['-displayfd', '2', '-screen', '0', '1280x1600x24', '-nolisten', 'tcp', '-noreset'];
  const display = await startProgram('Xvfb', screen, (output) => /^\d+\n/m.test(output));
  const [number] = /^\d+$/m.exec(display.output()) ?? [];
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = { ...process.env, DISPLAY: `:${number}`, NO_AT_BRIDGE: '1' };
  const driver = await startProgram(program, [`--port=${port}`], () => answers(address), { env });
  return {
    open: (): Promise<WebDriver> =>
      new Builder().disableEnvironmentOverrides().forBrowser('MiniBrowser').usingServer(address).build(),
    stop: async (): Promise<void> => {
      await driver.stop();
      await display.stop();
    },
  };
};

/** Returns WebDriver's character for the name of a key, such as `ArrowDown`. Other texts stay as they are. */
const keyOf = (name: string): string =>
  Reflect.get(Key, name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()) ?? name;

/**
 * Runs the browser tests in WebKitGTK, one file after another in the same window. The type makes the commands of
 * `@web/test-runner-commands` call `sendKeys`.
 */
export const webkitLauncher = (): BrowserLauncher & {
  sendKeys(id: string, keys: readonly string[]): Promise<void>;
} => {
  let webkit: ReturnType<typeof startWebKit> | undefined;
  let opened: Promise<WebDriver> | undefined;
  const addresses = new Map<string, string>();
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
