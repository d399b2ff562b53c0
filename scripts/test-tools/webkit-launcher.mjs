import { Key } from 'selenium-webdriver';
import { startWebKit } from './webkit.mjs';

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
