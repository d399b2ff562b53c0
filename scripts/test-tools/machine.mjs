import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The programs of this machine, and how to add missing ones.
 * @typedef {object} Machine
 * @property {(names: readonly string[]) => string | undefined} find returns the path of the first of these programs that exists;
 *   a path is taken as it is
 * @property {(family: string) => boolean} hasFont returns whether a family of fonts is installed
 * @property {() => boolean} canInstall returns whether Debian packages can be installed, which requires root on Debian or Ubuntu
 * @property {(packages: readonly string[]) => void} install installs Debian packages; prints an error when that fails
 */

/** @param {string} file */
const isProgram = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Debian keeps each version of PostgreSQL in its own folder outside of PATH. */
const postgresFolders = () => globSync('/usr/lib/postgresql/*/bin');

/**
 * Returns the folders in which programs are: the newest PostgreSQL of Debian, those of PATH, and root's, which is not in the
 * PATH of other users.
 * @param {string} [path]
 * @param {readonly string[]} [postgres]
 */
export const programFolders = (path = process.env['PATH'] ?? '', postgres = postgresFolders()) => [
  ...postgres.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true })),
  ...path.split(delimiter),
  '/usr/sbin',
];

/** @param {string} name */
const placesOf = (name) => (/[/\\]/.test(name) ? [name] : programFolders().map((folder) => join(folder, name)));

/** @type {Machine['find']} */
const find = (names) => names.flatMap(placesOf).find(isProgram);

const servicePolicy = '/usr/sbin/policy-rc.d';

/**
 * Installs packages without starting their services, because the tests start their own servers and a service could take
 * a port that is in use. Debian asks this file before it starts one. It is removed again, also after Ctrl-C.
 * @param {() => void} install
 */
const withoutServices = (install) => {
  if (existsSync(servicePolicy)) return install();
  // With a handler, a signal ends the installer but not this process.
  const stay = () => undefined;
  process.on('SIGINT', stay).on('SIGTERM', stay);
  writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    install();
  } finally {
    rmSync(servicePolicy);
    process.off('SIGINT', stay).off('SIGTERM', stay);
  }
};

/** @type {Machine} */
export const thisMachine = {
  find,
  // Windows and macOS have Arial. A Linux without the program has no list of its fonts, so they are installed with it.
  hasFont: (family) =>
    process.platform !== 'linux' || Boolean(spawnSync('fc-list', [family], { encoding: 'utf8' }).stdout),
  canInstall: () => process.getuid?.() === 0 && existsSync('/etc/debian_version') && find(['apt-get']) !== undefined,
  install: (packages) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const aptGet = (/** @type {string[]} */ ...args) =>
      spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env });
    // This may fail. The installation then uses the old list, or reports the error.
    aptGet('update', '-qq');
    const known = packages.filter((name) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0);
    withoutServices(() => aptGet('install', '-y', '-qq', '--no-install-recommends', ...known));
  },
};
