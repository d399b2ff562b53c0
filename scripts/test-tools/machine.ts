import { spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the folders in which programs are: the newest PostgreSQL, which Debian keeps outside of PATH, those of PATH,
 * and root's, which is not in the PATH of other users.
 */
export const programFolders = (
  path = process.env['PATH'] ?? '',
  postgres: readonly string[] = globSync('/usr/lib/postgresql/*/bin'),
) => [
  ...postgres.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true })),
  ...path.split(delimiter),
  '/usr/sbin',
];

/** Returns the path of the first of these programs that exists. A path is taken as it is. */
const find = (names: readonly string[]): string | undefined =>
  names
    .flatMap((name) => (/[/\\]/.test(name) ? [name] : programFolders().map((folder) => join(folder, name))))
    .find(isProgram);

const servicePolicy = '/usr/sbin/policy-rc.d';

/**
 * Installs packages without starting their services, because the tests start their own servers and a service could take
 * a port that is in use. Debian asks this file before it starts one. It is removed again, also after Ctrl-C.
 */
const withoutServices = (install: () => void): void => {
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

/** The programs of this machine, and how to add missing ones. */
export const thisMachine = {
  find,
  /**
   * Returns whether Arial is installed, or a font of the same widths. Windows and macOS have Arial. A Linux without the
   * program has no list of its fonts, so they are installed with it.
   */
  hasFont: (): boolean =>
    process.platform !== 'linux' ||
    /Arial|Liberation Sans/.test(spawnSync('fc-list', [':', 'family'], { encoding: 'utf8' }).stdout ?? ''),
  /** Returns whether Debian packages can be installed, which requires root on Debian or Ubuntu. */
  canInstall: (): boolean =>
    process.getuid?.() === 0 && existsSync('/etc/debian_version') && find(['apt-get']) !== undefined,
  /** Prints an error when the installation of these Debian packages fails. */
  install: (packages: readonly string[]): void => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const aptGet = (...args: string[]) => spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env });
    // This may fail. The installation then uses the old list, or reports the error.
    aptGet('update', '-qq');
    const known = packages.filter((name) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0);
    withoutServices(() => aptGet('install', '-y', '-qq', '--no-install-recommends', ...known));
  },
};
export type Machine = typeof thisMachine;

/**
 * Starts a program that ends with this process at the latest, and waits until it is ready.
 * @param isReady gets what the program has written to its error output
 */
export const startProgram = async (
  program: string,
  args: readonly string[],
  isReady: (output: string) => boolean | Promise<boolean>,
  options: SpawnOptions = {},
) => {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const end = () => void child.kill();
  process.once('exit', end);
  const gone = once(child, 'exit').finally(() => process.off('exit', end));
  while (!(await isReady(output))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${output}`);
    await wait(50);
  }
  return {
    output: () => output,
    stop: async (signal?: NodeJS.Signals): Promise<void> => {
      child.kill(signal);
      await gone;
    },
  };
};
