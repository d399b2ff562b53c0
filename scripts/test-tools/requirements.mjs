import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { thisMachine } from './machine.mjs';

/** @typedef {import('./machine.mjs').Machine} Machine */
/**
 * Programs or a service that a check needs on this machine.
 * @typedef {object} Requirement
 * @property {readonly (readonly string[])[]} [programs] each by all names that it can have; the preferred name is the first
 * @property {string} [variable] names the program instead, so that none is looked for
 * @property {(machine: Machine) => boolean} [isMet] what is asked where no program is named
 * @property {readonly string[]} packages the Debian packages that contain it
 * @property {string} otherwise what is not tested without it
 */

/** The names of Chromium, Chrome and Edge on Linux, macOS and Windows. */
const fullBrowsers = [
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
const noBrowser =
  'There is no Chrome, Chromium or Edge, and CHROME_PATH names none: nothing was tested in a browser. ' +
  'macOS: brew install --cask google-chrome; Windows: winget install Google.Chrome;';
const postgres = ['initdb'];

/**
 * Whether npm can read a package's description from its registry, with the settings of this machine.
 * @param {string} [registry] the address; default: npm's own setting
 */
export const isRegistryReachable = (registry) => {
  const setting = registry === undefined ? [] : [`--registry=${registry}`];
  const command = ['npm view vue version --prefer-online --fetch-retries=0 --fetch-timeout=20000', ...setting];
  // In one string, because a shell must find npm.cmd on Windows.
  return spawnSync(command.join(' '), { shell: true, stdio: 'ignore', timeout: 40_000 }).status === 0;
};

/** @satisfies {Record<string, Requirement>} */
export const requirements = {
  // Debian's Chromium without windows is the same engine in a program that has no tabs, menus or toolbar. It needs a
  // quarter of the processor time for a new page.
  browser: {
    programs: [['chromium-headless-shell', ...fullBrowsers]],
    variable: 'CHROME_PATH',
    packages: ['chromium-headless-shell'],
    otherwise: noBrowser,
  },
  // In the headless shell, the frames and the bare form of the benchmarks send no request.
  fullBrowser: { programs: [fullBrowsers], variable: 'CHROME_PATH', packages: ['chromium'], otherwise: noBrowser },
  // The fonts of host-site/styles/fallback-fonts.css: Liberation Sans has the widths of Arial.
  font: {
    isMet: (machine) => ['Arial', 'Liberation Sans'].some((family) => machine.hasFont(family)),
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
  registry: {
    isMet: () => isRegistryReachable(),
    packages: [],
    otherwise: 'The package registry cannot be reached: the projects of examples/ were not tested.',
  },
};

/** @typedef {keyof typeof requirements} RequirementName */

/**
 * Returns the path of the first program of a requirement.
 * @param {RequirementName} name
 * @param {Machine} [machine]
 * @returns {string | undefined} undefined when the requirement is not met
 */
export const findProgram = (name, machine = thisMachine) => {
  /** @type {Requirement} */
  const { programs = [] } = requirements[name];
  const paths = programs.map((names) => machine.find(names));
  return paths.includes(undefined) ? undefined : paths[0];
};

/** @param {RequirementName} name @param {Machine} machine @param {NodeJS.ProcessEnv} env */
const isMet = (name, machine, env) => {
  /** @type {Requirement} */
  const { variable, isMet: ask } = requirements[name];
  if (variable !== undefined && env[variable]) return true;
  return ask === undefined ? findProgram(name, machine) !== undefined : ask(machine);
};

/**
 * Returns what is printed before packages are installed.
 * @param {readonly string[]} packages
 * @param {readonly RequirementName[]} names
 */
export const installationNotice = (packages, names) => [
  `Installing Debian packages, because you are root: ${packages.join(' ')}`,
  `The tests need them on this machine for: ${names.join(', ')}.`,
  `No service starts. Other users install nothing. To remove them: apt-get purge ${packages.join(' ')}`,
];

/**
 * Installs the Debian packages of the requirements that this machine does not meet, if it allows that.
 * @param {readonly RequirementName[]} names
 * @param {Machine} [machine]
 * @param {NodeJS.ProcessEnv} [env] may name a program
 * @returns {Map<RequirementName, string>} why a check is left out, by the requirement that is still not met
 */
export const meetRequirements = (names, machine = thisMachine, env = process.env) => {
  const unmet = () => names.filter((name) => !isMet(name, machine, env));
  const wanting = unmet().filter((name) => requirements[name].packages.length > 0);
  if (wanting.length > 0 && machine.canInstall()) {
    const packages = [...new Set(wanting.flatMap((name) => requirements[name].packages))];
    for (const line of installationNotice(packages, wanting)) console.log(line);
    machine.install(packages);
  }
  return new Map(
    unmet().map((name) => {
      const { otherwise, packages: wanted } = requirements[name];
      return [name, wanted.length === 0 ? otherwise : `${otherwise} Debian: sudo apt-get install ${wanted.join(' ')}`];
    }),
  );
};
