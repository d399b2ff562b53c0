import { existsSync, readFileSync } from 'node:fs';
import { verifyNode } from './node-binary.mjs';
import { announce, UserError, run } from './processes.mjs';

/**
 * The path of the pinned Node, from the npm package `node`. Everything except the start runs on it: Node 24 runs
 * TypeScript directly and has `node:sqlite`, and the machine's own Node may be older.
 */
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

/** Exits with a message when Node is too old for the installation. */
export const requireNode = () => {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) throw new UserError(`Node 20 or newer is needed to start; this is Node ${process.versions.node}.`);
};

/** Runs `npm ci` when node_modules is missing or older than the lock file, and verifies the pinned Node. */
export const ensureInstalled = async () => {
  requireNode();
  const lock = readLock('package-lock.json');
  const fresh = existsSync(pinnedNode) && isUpToDate(lock, readLock('node_modules/.package-lock.json'));
  if (fresh) {
    verifyNode(pinnedNode);
    return;
  }
  const count = Object.keys(lock.packages ?? {}).length;
  const code = await announce(
    `Installing up to ${count} packages with npm ci, which takes minutes the first time`,
    () => run('npm', ['ci', '--loglevel=error'], { shell: process.platform === 'win32' }),
  );
  if (code !== 0) throw new UserError(`npm ci failed with exit code ${code}; its output is above.`);
  if (!existsSync(pinnedNode)) {
    throw new UserError(
      'The pinned Node was not installed: npm must be allowed to run install scripts (no --ignore-scripts).',
    );
  }
  verifyNode(pinnedNode);
};

/**
 * Installs the packages of a folder that is separate from the product: the benchmarks.
 * @param {string} home a folder with a package.json and a lock file
 */
export const ensureOwnPackages = async (home) => {
  if (isUpToDate(readLock(`${home}/package-lock.json`), readLock(`${home}/node_modules/.package-lock.json`))) return;
  const options = { shell: process.platform === 'win32' };
  const code = await announce(`Installing the packages of ${home}`, () =>
    run('npm', ['ci', '--prefix', home, '--ignore-scripts', '--loglevel=error'], options),
  );
  if (code !== 0) throw new UserError(`npm ci in ${home} failed with exit code ${code}; its output is above.`);
};
