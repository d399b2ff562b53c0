import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * The programs of this machine, and how to add missing ones.
 * @typedef {object} Machine
 * @property {(names: readonly string[]) => string | undefined} find returns the path of the first of these programs that exists;
 *   a name is looked for in PATH, a path is taken as it is
 * @property {(family: string) => boolean} hasFont returns whether a family of fonts is installed
 * @property {() => boolean} canMount returns whether a file system can be mounted, which requires root and is forbidden in most containers
 * @property {() => boolean} canInstall returns whether Debian packages can be installed, which requires root on Debian or Ubuntu
 * @property {(names: readonly string[]) => boolean} install installs Debian packages and returns whether that succeeded
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

const servicePolicy = '/usr/sbin/policy-rc.d';

/**
 * Installs packages without starting their services, because the tests start their own servers and a service could take
 * a port that is in use. Debian asks this file before it starts one.
 * @param {() => boolean} install
 */
const withoutServices = (install) => {
  if (existsSync(servicePolicy)) return install();
  writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return install();
  } finally {
    rmSync(servicePolicy);
  }
};

/** @type {Machine} */
export const thisMachine = {
  find,
  // Windows and macOS have Arial. A Linux without the program has no list of its fonts, so they are installed with it.
  hasFont: (family) =>
    process.platform !== 'linux' || Boolean(spawnSync('fc-list', [family], { encoding: 'utf8' }).stdout),
  // The mount is in a separate namespace, which ends with the program.
  canMount: () =>
    spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()], { stdio: 'ignore' }).status === 0,
  canInstall: () => process.getuid?.() === 0 && existsSync('/etc/debian_version') && find(['apt-get']) !== undefined,
  install: (names) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    /** @param {string} program @param {string[]} args */
    const runs = (program, ...args) =>
      spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
    console.log(`Installing Debian's packages ${names.join(', ')} …`);
    // This may fail. The installation then uses the old list, or reports the error.
    runs('apt-get', 'update', '-qq');
    const known = names.filter((name) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0);
    return withoutServices(() => runs('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...known));
  },
};

/**
 * Returns the path of a program. Installs it first if it is missing and this machine allows it.
 * @param {Machine} machine
 * @param {() => string | undefined} look
 * @param {string} name the name of the Debian package that contains it
 */
export const findOrInstall = (machine, look, name) =>
  look() ?? (machine.canInstall() && machine.install([name]) ? look() : undefined);
