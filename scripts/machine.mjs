import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * What this machine has, and what may be added to it.
 * @typedef {object} Machine
 * @property {(names: readonly string[]) => string | undefined} find the path of the first of these programs that is there;
 *   a name is looked for in PATH, a path is taken as it is
 * @property {() => boolean} canInstall whether we may install a Debian package: as root, on Debian or Ubuntu
 * @property {(name: string) => boolean} install a Debian package; whether it worked
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
 * A program, installed where it is missing and we may.
 * @param {Machine} machine
 * @param {() => string | undefined} look
 * @param {string} name of the Debian package that contains it
 */
export const findOrInstall = (machine, look, name) =>
  look() ?? (machine.canInstall() && machine.install(name) ? look() : undefined);
