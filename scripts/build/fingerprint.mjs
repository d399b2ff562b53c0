import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** All files on which a built file can depend. Environment variables are hashed separately. */
export const buildInputs = [
  'src',
  'elements',
  'host-site',
  'demo',
  'locales',
  'backend/config/create-partners.ts',
  'backend/config/setting-values.ts',
  'backend/config/settings.ts',
  'docs/partners/tag-and-package.md',
  'scripts/commands/build.mjs',
  'scripts/build/build-settings.mjs',
  'scripts/build/release.mjs',
  'scripts/build/vite-plugins.ts',
  'vite.lib.config.ts',
  'vite.site.config.ts',
  'tsconfig.json',
  'tsconfig.types.json',
  'package.json',
  'package-lock.json',
];

const isTest = /\.(test|e2e)\.tsx?$|[/\\]fixtures[/\\]/;

/** @param {string} path @returns {string[]} */
const filesIn = (path) => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
};

/**
 * Returns a hash of the inputs' contents and of the settings. Two builds with the same hash produce the same files.
 * @param {import('./build-settings.mjs').BuildSettings} settings
 * @param {readonly string[]} [inputs]
 */
export const fingerprint = ({ mode, variables }, inputs = buildInputs) => {
  const hash = createHash('sha256').update(JSON.stringify([mode, Object.entries(variables).sort()]));
  for (const file of inputs.flatMap(filesIn).filter((path) => !isTest.test(path))) {
    hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
};

/**
 * Returns whether a folder contains what a build of these sources with these settings would write.
 * @param {string} folder
 * @param {import('./build-settings.mjs').BuildSettings} settings
 */
export const isBuilt = (folder, settings) => {
  const stamp = join(folder, 'build.json');
  return existsSync(stamp) && JSON.parse(readFileSync(stamp, 'utf8')).inputs === fingerprint(settings);
};
