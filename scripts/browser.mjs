import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Refusal } from './processes.mjs';

/** As root Chromium refuses its sandbox; without a network its own errands only cost time. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
];

const chromeNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const applications = [
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

/** @param {string} file */
const isProgram = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** @param {string} name */
export const onPath = (name) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram);

/** @param {readonly string[]} names */
const firstOnPath = (names) => names.map(onPath).find((file) => file !== undefined);

/**
 * An installed Chrome, Chromium or Edge.
 * @returns {string | undefined} its path
 * @throws {Refusal} when CHROME_PATH names no program
 */
export const findBrowser = () => {
  const chosen = process.env['CHROME_PATH'];
  if (chosen !== undefined && chosen !== '') {
    if (!isProgram(chosen)) throw new Refusal(`CHROME_PATH names no program: ${chosen}`);
    return chosen;
  }
  return firstOnPath(chromeNames) ?? applications.find(isProgram);
};

/** An installed Firefox; it is used when there, never installed. */
export const findFirefox = () => firstOnPath(['firefox', 'firefox-esr']);

/** Whether we may install a Debian package: as root, on Debian or Ubuntu. */
export const canInstallPackages = () =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && onPath('apt-get') !== undefined;

/** @param {string} name of a Debian package */
export const installPackage = (name) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @param {string[]} args */
  const apt = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
  console.log(`Installing Debian's package ${name} …`);
  return apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', name);
};

/** @returns {string} the browser's path, installed where we can */
export const ensureBrowser = () => {
  const found = findBrowser() ?? (canInstallPackages() && installPackage('chromium') ? findBrowser() : undefined);
  if (found !== undefined) return found;
  throw new Refusal(
    'The tests need Chrome, Chromium or Edge. Install one (Debian: sudo apt-get install chromium; ' +
      'macOS: brew install --cask google-chrome; Windows: winget install Google.Chrome) ' +
      'or name it: CHROME_PATH=/path/to/chrome npm test',
  );
};
