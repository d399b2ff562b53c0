import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The programs of this machine, and how to add missing ones.
 * @typedef {object} Machine
 * @property {(names: readonly string[]) => string | undefined} find returns the path of the first of these programs that exists;
 *   a name is looked for in PATH, a path is taken as it is
 * @property {() => boolean} canInstall returns whether Debian packages can be installed, which requires root on Debian or Ubuntu
 * @property {(name: string) => boolean} install installs a Debian package and returns whether that succeeded
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

/** @param {string} name */
const placesOf = (name) =>
  name.includes('/') || name.includes('\\')
    ? [name]
    : (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));

/** @type {Machine['find']} */
const find = (names) => names.flatMap(placesOf).find(isProgram);

/** @type {Machine} */
export const thisMachine = {
  find,
  canInstall: () => process.getuid?.() === 0 && existsSync('/etc/debian_version') && find(['apt-get']) !== undefined,
  install: (name) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    /** @param {string[]} args */
    const apt = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
    console.log(`Installing Debian's package ${name} …`);
    // This may fail. The installation then uses the old list, or reports the error.
    apt('update', '-qq');
    return apt('install', '-y', '-qq', '--no-install-recommends', name);
  },
};

/**
 * Returns the path of a program. Installs it first if it is missing and this machine allows it.
 * @param {Machine} machine
 * @param {() => string | undefined} look
 * @param {string} name the name of the Debian package that contains it
 */
export const findOrInstall = (machine, look, name) =>
  look() ?? (machine.canInstall() && machine.install(name) ? look() : undefined);
