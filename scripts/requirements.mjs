import { findBrowser, findFirefox, findWebKit } from './browser.mjs';
import { findPostgres } from './postgres.mjs';

/** @typedef {import('./machine.mjs').Machine} Machine */
/**
 * A program or service that a check needs on this machine.
 * @typedef {object} Requirement
 * @property {(machine: Machine) => boolean} isMet
 * @property {readonly string[]} packages the Debian packages that contain it
 * @property {string} otherwise what is not tested without it
 */

/** @satisfies {Record<string, Requirement>} */
export const requirements = {
  browser: {
    isMet: (machine) => Boolean(process.env['CHROME_PATH']) || findBrowser(machine) !== undefined,
    packages: ['chromium-headless-shell'],
    otherwise:
      'There is no Chrome, Chromium or Edge, and CHROME_PATH names none: nothing was tested in a browser. ' +
      'macOS: brew install --cask google-chrome; Windows: winget install Google.Chrome;',
  },
  // The fonts of host-site/styles/fallback-fonts.css: Liberation Sans has the widths of Arial.
  font: {
    isMet: (machine) => ['Arial', 'Liberation Sans'].some((family) => machine.hasFont(family)),
    packages: ['fonts-liberation', 'fontconfig'],
    otherwise:
      'Neither Arial nor Liberation Sans is installed: the tests that nothing moves when the fonts arrive may fail.',
  },
  firefox: {
    isMet: (machine) => findFirefox(machine) !== undefined,
    packages: ['firefox-esr'],
    otherwise: 'Firefox is not installed: nothing was tested in it.',
  },
  webkit: {
    isMet: (machine) => findWebKit(machine) !== undefined,
    packages: ['webkit2gtk-driver', 'xvfb'],
    otherwise: 'WebKitGTK or Xvfb is not installed: nothing was tested in WebKit, the engine of Safari.',
  },
  postgres: {
    isMet: (machine) => findPostgres(machine) !== undefined,
    packages: ['postgresql'],
    otherwise: 'PostgreSQL is not installed: the backend ran on PGlite only.',
  },
  proxies: {
    isMet: (machine) =>
      findPostgres(machine) !== undefined &&
      // Debian has nginx in a folder of root's PATH.
      [['nginx', '/usr/sbin/nginx'], ['caddy'], ['openssl'], ['systemd-analyze']].every((names) => machine.find(names)),
    packages: ['postgresql', 'nginx-light', 'caddy', 'openssl', 'systemd'],
    otherwise: 'The proxies in deploy/ were not tested.',
  },
  pgbouncer: {
    isMet: (machine) =>
      findPostgres(machine) !== undefined &&
      [
        ['pgbouncer', '/usr/sbin/pgbouncer'],
        ['nginx', '/usr/sbin/nginx'],
      ].every((names) => machine.find(names)),
    packages: ['postgresql', 'pgbouncer', 'nginx-light'],
    otherwise: 'Several processes behind nginx, with PgBouncer between them and PostgreSQL, were not tested.',
  },
  promtool: {
    isMet: (machine) => machine.find(['promtool']) !== undefined,
    packages: ['prometheus'],
    otherwise: 'The alert rules in deploy/ were not tested.',
  },
  mount: {
    isMet: (machine) => machine.canMount(),
    packages: [],
    otherwise: 'This user may not mount a file system: a full disk was not tested. Run it as root.',
  },
};

/** @typedef {keyof typeof requirements} RequirementName */

/**
 * Installs the Debian packages of the requirements that this machine does not meet, if it allows that.
 * @param {readonly RequirementName[]} names
 * @param {Machine} machine
 * @returns {Map<RequirementName, string>} why a check is left out, by the requirement that is still not met
 */
export const meetRequirements = (names, machine) => {
  const unmet = () => names.filter((name) => !requirements[name].isMet(machine));
  const packages = [...new Set(unmet().flatMap((name) => requirements[name].packages))];
  if (packages.length > 0 && machine.canInstall()) machine.install(packages);
  return new Map(
    unmet().map((name) => {
      const { otherwise, packages: wanted } = requirements[name];
      return [name, wanted.length === 0 ? otherwise : `${otherwise} Debian: sudo apt-get install ${wanted.join(' ')}`];
    }),
  );
};
