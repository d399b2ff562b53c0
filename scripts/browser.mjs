import { join } from 'node:path';
import { findOrInstall, thisMachine } from './machine.mjs';
import { UserError } from './processes.mjs';

/** @typedef {import('./machine.mjs').Machine} Machine */

/**
 * Arguments for Chromium. Its sandbox does not work for root, and its background requests only cost time without a
 * network. Without a window it would fit letters to whole pixels, which people's browsers do not do.
 */
export const browserArguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
  '--font-render-hinting=none',
];

/**
 * Debian's Chromium without windows: the same engine in a program that has no tabs, menus or toolbar. It needs a quarter
 * of the processor time for a new page.
 */
const headlessShell = 'chromium-headless-shell';

/** The names of Chromium, Chrome and Edge on Linux, macOS and Windows. */
const browsers = [
  headlessShell,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ...['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((name) => {
    const folder = process.env[name];
    if (folder === undefined) return [];
    return [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ];
  }),
];

/**
 * Returns the path of an installed Chrome, Chromium or Edge, or undefined.
 * @param {Machine} [machine]
 */
export const findBrowser = (machine = thisMachine) => machine.find(browsers);

/**
 * Returns the path of an installed Firefox, or undefined.
 * @param {Machine} [machine]
 */
export const findFirefox = (machine = thisMachine) => machine.find(['firefox', 'firefox-esr']);

/**
 * Returns the path of the WebDriver of an installed WebKitGTK, or undefined. WebKitGTK opens windows, so it also needs Xvfb.
 * @param {Machine} [machine]
 */
export const findWebKit = (machine = thisMachine) =>
  machine.find(['Xvfb']) === undefined ? undefined : machine.find(['WebKitWebDriver']);

/**
 * Returns the path of an installed Chrome, Chromium or Edge. Installs Debian's Chromium if none is found and this
 * machine allows it.
 * @param {Machine} [machine]
 * @param {string | undefined} [chosen] the only path to try; an empty text means that no path was chosen
 * @returns {string}
 * @throws {UserError} when there is no browser; the message says how to get one
 */
export const ensureBrowser = (machine = thisMachine, chosen = process.env['CHROME_PATH']) => {
  if (chosen) {
    const program = machine.find([chosen]);
    if (program === undefined) throw new UserError(`CHROME_PATH names no program: ${chosen}`);
    return program;
  }
  const found = findOrInstall(machine, () => findBrowser(machine), headlessShell);
  if (found !== undefined) return found;
  throw new UserError(
    `The tests need Chrome, Chromium or Edge. Install one (Debian: sudo apt-get install ${headlessShell}; ` +
      'macOS: brew install --cask google-chrome; Windows: winget install Google.Chrome) ' +
      'or name it: CHROME_PATH=/path/to/chrome npm test',
  );
};
