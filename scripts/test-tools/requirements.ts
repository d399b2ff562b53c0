import { join } from 'node:path';
import { UserError } from '../setup/processes.mjs';
import { type Machine, thisMachine } from './machine.ts';

/** Programs that a check needs on this machine. */
type Requirement = {
  /** Each by all names that it can have; the preferred name is the first. */
  programs: readonly (readonly string[])[];
  /** The Debian packages that contain it. */
  packages: readonly string[];
  /** What is not tested without it. */
  otherwise: string;
};

/** The names of Chromium, Chrome and Edge on Linux, macOS and Windows. */
const fullBrowsers = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  ...['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
  ...['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((name) =>
    ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].map((program) =>
      join(process.env[name] ?? name, program),
    ),
  ),
];
const noBrowser =
  'There is no Chrome, Chromium or Edge, and CHROME_PATH names none: nothing can be tested in a browser. ' +
  'macOS: brew install --cask google-chrome; Windows: winget install Google.Chrome;';
const postgres = ['initdb'];

const requirements = {
  // Debian's Chromium without windows is the same engine in a program that has no tabs, menus or toolbar. It needs a
  // quarter of the processor time for a new page.
  browser: {
    programs: [['chromium-headless-shell', ...fullBrowsers]],
    packages: ['chromium-headless-shell'],
    otherwise: noBrowser,
  },
  // In the headless shell, the frames and the bare form of the benchmarks send no request.
  fullBrowser: { programs: [fullBrowsers], packages: ['chromium'], otherwise: noBrowser },
  // The fonts of host-site/styles/fallback-fonts.css: Liberation Sans has the widths of Arial.
  font: {
    programs: [],
    packages: ['fonts-liberation', 'fontconfig'],
    otherwise:
      'Neither Arial nor Liberation Sans is installed: the tests that nothing moves when the fonts arrive may fail.',
  },
  firefox: {
    programs: [['firefox', 'firefox-esr']],
    packages: ['firefox-esr'],
    otherwise: 'Firefox is not installed: nothing was tested in it.',
  },
  // WebKitGTK opens windows, so it also needs Xvfb.
  webkit: {
    programs: [['WebKitWebDriver'], ['Xvfb']],
    packages: ['webkit2gtk-driver', 'xvfb'],
    otherwise: 'WebKitGTK or Xvfb is not installed: nothing was tested in WebKit, the engine of Safari.',
  },
  postgres: {
    programs: [postgres],
    packages: ['postgresql'],
    otherwise: 'PostgreSQL is not installed: the backend ran on PGlite only.',
  },
  // What operators run beside the portal.
  deploy: {
    programs: [['caddy'], ['pgbouncer'], postgres, ['systemd-analyze'], ['promtool']],
    packages: ['caddy', 'pgbouncer', 'postgresql', 'systemd', 'prometheus'],
    otherwise: 'A program that deploy/ configures is not installed: nothing in deploy/ was tested.',
  },
} satisfies Record<string, Requirement>;

export type RequirementName = keyof typeof requirements;

const isBrowser = (name: RequirementName): boolean => name === 'browser' || name === 'fullBrowser';

/** `chosen` is the only browser to try; an empty text means that none was chosen. */
type Place = { machine: Machine; chosen: string | undefined };
const here = (): Place => ({ machine: thisMachine, chosen: process.env['CHROME_PATH'] });

/** Returns the path of the first program of a requirement, or undefined when it is not met. */
export const findProgram = (name: RequirementName, { machine, chosen } = here()): string | undefined => {
  const programs: Requirement['programs'] = isBrowser(name) && chosen ? [[chosen]] : requirements[name].programs;
  const paths = programs.map((names) => machine.find(names));
  return paths.includes(undefined) ? undefined : paths[0];
};

const missing = (name: RequirementName): string => {
  const { otherwise, packages } = requirements[name];
  return `${otherwise} Debian: sudo apt-get install ${packages.join(' ')}`;
};

/**
 * Installs the Debian packages of the requirements that this machine does not meet, if it allows that.
 * @returns why a check is left out, by the requirement that is still not met
 */
export const meetRequirements = (names: readonly RequirementName[], place = here()): Map<RequirementName, string> => {
  const { machine, chosen } = place;
  const unmet = () =>
    names.filter((name) => (name === 'font' ? !machine.hasFont() : findProgram(name, place) === undefined));
  const wanting = unmet().filter((name) => !(isBrowser(name) && chosen));
  if (wanting.length > 0 && machine.canInstall()) {
    const packages = [...new Set(wanting.flatMap((name) => requirements[name].packages))];
    console.log(`Installing Debian packages, because you are root: ${packages.join(' ')}
The tests need them on this machine for: ${wanting.join(', ')}.
No service starts. Other users install nothing. To remove them: apt-get purge ${packages.join(' ')}`);
    machine.install(packages);
  }
  return new Map(unmet().map((name) => [name, missing(name)]));
};

/** Arguments for Chromium: no sandbox (root), no background requests, and letters at parts of pixels, as people see. */
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
 * Returns the path of the browser that CHROME_PATH names, or of an installed Chrome, Chromium or Edge. Installs
 * Debian's Chromium if none is found and this machine allows it.
 * @throws UserError when there is no browser; the message says how to get one
 */
export const ensureBrowser = (kind: 'browser' | 'fullBrowser' = 'browser', place = here()): string => {
  const { chosen } = place;
  const [reason] = meetRequirements([kind], place).values();
  const found = findProgram(kind, place);
  if (found !== undefined) return found;
  throw new UserError(chosen ? `CHROME_PATH names no program: ${chosen}` : `${reason}`);
};
