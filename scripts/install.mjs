import { existsSync, readFileSync } from 'node:fs';
import { Refusal, run } from './processes.mjs';

/**
 * The Node that everything but the start runs on: the npm package `node`, pinned in package.json.
 * Node 24 runs TypeScript as it is and has `node:sqlite`; the machine's own Node may be older.
 */
export const pinnedNode =
  process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/node/bin/node';

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean }} LockEntry */
/** @typedef {{ packages?: Record<string, LockEntry> }} LockFile */

/**
 * Whether what npm recorded of its last installation is what the lock file asks for.
 * Optional entries are other platforms' binaries: they may be missing, never differ.
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

/** Stops on a Node that can't even install. */
export const requireNode = () => {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) throw new Refusal(`Node 20 or newer is needed to start; this is Node ${process.versions.node}.`);
};

/** Runs `npm ci` when node_modules is missing or older than the lock file. */
export const ensureInstalled = async () => {
  requireNode();
  const fresh =
    existsSync(pinnedNode) && isUpToDate(readLock('package-lock.json'), readLock('node_modules/.package-lock.json'));
  if (fresh) return;
  console.log('Installing packages as package-lock.json pins them …');
  const code = await run('npm', ['ci', '--loglevel=error'], { shell: process.platform === 'win32' });
  if (code !== 0) throw new Refusal(`npm ci failed with exit code ${code}; its own words are above.`);
  if (!existsSync(pinnedNode)) {
    throw new Refusal(
      'The pinned Node was not installed: npm must be allowed to run install scripts (no --ignore-scripts).',
    );
  }
};

/**
 * Installs the packages of a folder that is not part of the product, such as a benchmark.
 * @param {string} home with a package.json and a lock file
 */
export const ensureOwnPackages = async (home) => {
  if (isUpToDate(readLock(`${home}/package-lock.json`), readLock(`${home}/node_modules/.package-lock.json`))) return;
  console.log(`Installing the packages of ${home} …`);
  const options = { shell: process.platform === 'win32' };
  const code = await run('npm', ['ci', '--prefix', home, '--ignore-scripts', '--loglevel=error'], options);
  if (code !== 0) throw new Refusal(`npm ci in ${home} failed with exit code ${code}; its own words are above.`);
};
