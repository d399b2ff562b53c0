import { UserError } from '../setup/processes.mjs';
import { thisMachine } from './machine.mjs';
import { findProgram, meetRequirements, requirements } from './requirements.mjs';

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
 * Returns the path of an installed Chrome, Chromium or Edge. Installs Debian's Chromium if none is found and this
 * machine allows it.
 * @param {'browser' | 'fullBrowser'} [kind]
 * @param {import('./machine.mjs').Machine} [machine]
 * @param {string | undefined} [chosen] the only path to try; an empty text means that no path was chosen
 * @returns {string}
 * @throws {UserError} when there is no browser; the message says how to get one
 */
export const ensureBrowser = (kind = 'browser', machine = thisMachine, chosen = process.env['CHROME_PATH']) => {
  if (chosen) {
    const program = machine.find([chosen]);
    if (program === undefined) throw new UserError(`CHROME_PATH names no program: ${chosen}`);
    return program;
  }
  meetRequirements([kind], machine, {});
  const found = findProgram(kind, machine);
  if (found !== undefined) return found;
  throw new UserError(
    `The tests need Chrome, Chromium or Edge. Install one (Debian: sudo apt-get install ${requirements[kind].packages}; ` +
      'macOS: brew install --cask google-chrome; Windows: winget install Google.Chrome) ' +
      'or name it: CHROME_PATH=/path/to/chrome npm test',
  );
};
