import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Builder, Key } from 'selenium-webdriver';
import { freePort } from './ports.mjs';
import { findProgram } from './requirements.mjs';

/**
 * Starts a program that ends with this process at the latest.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
const startProgram = (program, args, options) => {
  const child = spawn(program, args, options);
  const end = () => void child.kill();
  process.once('exit', end);
  const gone = once(child, 'exit').then(() => process.off('exit', end));
  return {
    child,
    stop: async () => {
      end();
      await gone;
    },
  };
};

/**
 * Starts an X server that renders into memory, because WebKitGTK has no headless mode.
 * @returns {Promise<{ name: string, stop: () => Promise<void> }>} the value for DISPLAY
 */
const startDisplay = async () => {
  // The server chooses a display that is not in use and writes its number to the pipe.
  const { child, stop } = startProgram(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x1600x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const pipe = child.stdio[3];
  if (!pipe) throw new Error('Xvfb has no pipe for the number of its display.');
  const [number] = await Promise.race([once(pipe, 'data'), once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error(`Xvfb ended with ${child.exitCode}.`);
  return { name: `:${String(number).trim()}`, stop };
};

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
  const display = await startDisplay();
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const driver = startProgram(program, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display.name, NO_AT_BRIDGE: '1' },
  });
  while (!(await answers(address))) {
    if (driver.child.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.child.exitCode}.`);
    await wait(50);
  }
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
 * @returns {import('@web/test-runner').BrowserLauncher & { sendKeys: (id: string, keys: readonly string[]) => Promise<void> }}
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
