import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The data that a partner needs to pin a release. The version is part of the address, `/elements/<version>/…`, and an import
 * map contains each file's hash. Both depend on the contents only, so the same sources give the same release.
 * @typedef {{ version: string, integrity: Record<string, string> }} Release
 */

/**
 * Returns the version and the hashes of a build. `integrity` maps each path below the folder to the hash that browsers
 * expect: `sha384-…`.
 * @param {string} elements the folder that holds the built elements
 * @param {string} packageVersion
 * @returns {Release}
 */
export const releaseOf = (elements, packageVersion) => {
  const files = globSync('**/*.js', { cwd: elements }).sort();
  const integrity = Object.fromEntries(
    files.map((file) => {
      const digest = createHash('sha384')
        .update(readFileSync(join(elements, file)))
        .digest('base64');
      return [file.replaceAll('\\', '/'), `sha384-${digest}`];
    }),
  );
  const contents = createHash('sha256').update(JSON.stringify(integrity)).digest('hex');
  return { version: `${packageVersion}-${contents.slice(0, 8)}`, integrity };
};

/**
 * Writes `release.json` beside the built elements.
 * @param {string} elements
 */
export const writeRelease = (elements) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  writeFileSync(join(elements, 'release.json'), `${JSON.stringify(releaseOf(elements, version), null, 2)}\n`);
};
