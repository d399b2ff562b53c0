import { join } from 'node:path';
import { findOrInstall, thisMachine } from './machine.mjs';
import { Refusal } from './processes.mjs';

/** @typedef {import('./machine.mjs').Machine} Machine */

/** As root Chromium refuses its sandbox; without a network its own errands only cost time. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
];

/** Chrome, Chromium and Edge, as Linux, macOS and Windows call them. */
const browsers = [
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

/** An installed Firefox; it is used when there, never installed. @param {Machine} [machine] */
export const findFirefox = (machine = thisMachine) => machine.find(['firefox', 'firefox-esr']);

/**
 * An installed Chrome, Chromium or Edge, or Debian's Chromium where we may install it.
 * @param {Machine} [machine]
 * @param {string | undefined} [chosen] a path that decides alone; empty: none
 * @returns {string} its path
 * @throws {Refusal} says how to get one
 */
export const ensureBrowser = (machine = thisMachine, chosen = process.env['CHROME_PATH']) => {
  if (chosen) {
    const program = machine.find([chosen]);
    if (program === undefined) throw new Refusal(`CHROME_PATH names no program: ${chosen}`);
    return program;
  }
  const found = findOrInstall(machine, () => machine.find(browsers), 'chromium');
  if (found !== undefined) return found;
  throw new Refusal(
    'The tests need Chrome, Chromium or Edge. Install one (Debian: sudo apt-get install chromium; ' +
      'macOS: brew install --cask google-chrome; Windows: winget install Google.Chrome) ' +
      'or name it: CHROME_PATH=/path/to/chrome npm test',
  );
};
