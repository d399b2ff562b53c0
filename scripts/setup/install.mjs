import { existsSync, readFileSync } from 'node:fs';
import { UserError, run } from './processes.mjs';
import { createHash } from 'node:crypto';

/** The pinned Node, from the npm package `node`. Only the start runs on the machine's own, which may be older. */
export const pinnedNode =
  process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/node/bin/node';

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean }} LockEntry */
/** @typedef {{ packages?: Record<string, LockEntry> }} LockFile */

/**
 * Returns whether the installed packages match the lock file. Optional entries, such as the binaries of other
 * platforms, may be missing, but their versions must match.
 * @param {LockFile} lock package-lock.json
 * @param {LockFile} installed node_modules/.package-lock.json, which npm writes last
 */
export const isUpToDate = (lock, installed) =>
  Object.entries(lock.packages ?? {}).every(([path, { version, optional, devOptional }]) => {
    if (path === '') return true;
    const present = installed.packages?.[path];
    return present === undefined ? optional === true || devOptional === true : present.version === version;
  });

/** @param {string} file @returns {LockFile} */
const readLock = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/**
 * Throws when Node is too old for the installation, or when Vite would take a part of the path as a query or a
 * fragment.
 */
const requireMachine = () => {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) throw new UserError(`Node 20 or newer is needed to start; this is Node ${process.versions.node}.`);
  const [character] = /[#?]/.exec(process.cwd()) ?? [];
  if (character) throw new UserError(`The path ${process.cwd()} contains ${character}: rename the folder.`);
};

/**
 * Runs `npm ci` in a folder with a lock file, if something is missing there.
 * @param {string} home
 * @param {string} option
 * @param {boolean} [mayBeComplete]
 */
const install = async (home, option, mayBeComplete = true) => {
  const lock = readLock(`${home}/package-lock.json`);
  if (mayBeComplete && isUpToDate(lock, readLock(`${home}/node_modules/.package-lock.json`))) return;
  const count = Object.keys(lock.packages ?? {}).length;
  console.log(`Installing up to ${count} packages with npm ci, which takes minutes the first time …`);
  const shell = process.platform === 'win32';
  const code = await run('npm', ['ci', '--prefix', home, option, '--loglevel=error'], { shell });
  if (code !== 0) throw new UserError(`npm ci failed with exit code ${code}; its output is above.`);
};

/** Installs the packages, also those for development: npm leaves them out where NODE_ENV is `production`. */
export const ensureInstalled = async () => {
  requireMachine();
  await install('.', '--include=dev', existsSync(pinnedNode));
  if (!existsSync(pinnedNode)) {
    throw new UserError(
      'The pinned Node was not installed: npm must be allowed to run install scripts (no --ignore-scripts).',
    );
  }
  verifyNode(pinnedNode);
};

/** Installs the packages of a folder that is separate from the product: the benchmarks. @param {string} home */
export const ensureOwnPackages = (home) => install(home, '--ignore-scripts');

/** The SHA-256 of the Node in each platform's npm package, which an install script downloads past the lock file. */
export const pinnedHashes = {
  version: '24.21.0',
  /** @type {Readonly<Record<string, string>>} */
  programs: {
    'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
    'linux-arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
    'win32-x64': 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32',
  },
};

/**
 * Compares a downloaded Node with its pinned hash. Call it before the program runs.
 * @param {string} program its path
 * @param {object} [options]
 * @param {string} [options.platform] such as `linux-x64`
 * @param {boolean} [options.isProduction] refuses a platform without a pinned hash. Developers may use other platforms.
 * @throws {UserError} when the hash differs, or in production when none is pinned for the platform
 */
export const verifyNode = (
  program,
  { platform = `${process.platform}-${process.arch}`, isProduction = process.env['APP_MODE'] === 'production' } = {},
) => {
  const expected = pinnedHashes.programs[platform];
  if (expected === undefined) {
    if (!isProduction) return;
    throw new UserError(
      `No hash of Node is pinned for ${platform}. Add it to scripts/setup/install.mjs after you compared it with nodejs.org.`,
    );
  }
  const found = createHash('sha256').update(readFileSync(program)).digest('hex');
  if (found === expected) return;
  throw new UserError(
    `${program} is not the pinned Node ${pinnedHashes.version} (SHA-256 ${found}). Do not run it: delete node_modules, check your registry, and install again.`,
  );
};
