import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * The data that a partner needs to pin a release. The version is part of the address, `/elements/<version>/…`, and an
 * import map contains each file's hash. Both depend on the contents only, so the same sources give the same release.
 * `release.json` also has `built`, and `keptUntil` if the operator promises it.
 */
export type Release = { version: string; integrity: Record<string, string> };

/** The text in a build that its version replaces (elements/loader.ts). */
const placeholder = '__RELEASE__';

const hash = (algorithm: string, text: string, encoding: 'hex' | 'base64'): string =>
  createHash(algorithm).update(text).digest(encoding);

/** Returns the version of the built elements and their files, which contain it. It depends on all other content. */
const filesOf = (elements: string, packageVersion: string) => {
  const own = new RegExp(`${packageVersion.replaceAll('.', '\\.')}-[0-9a-f]{8}`, 'g');
  const files = globSync('**/*.js', { cwd: elements })
    .sort()
    .map((file) => ({
      file: file.replaceAll('\\', '/'),
      text: readFileSync(join(elements, file), 'utf8').replaceAll(own, placeholder),
    }));
  const contents = files.map(({ file, text }) => [file, hash('sha256', text, 'hex')]);
  const version = `${packageVersion}-${hash('sha256', JSON.stringify(contents), 'hex').slice(0, 8)}`;
  return { version, files: files.map(({ file, text }) => ({ file, text: text.replaceAll(placeholder, version) })) };
};

/** Returns the version and the hashes: each path below the folder with the `sha384-…` that browsers expect. */
export const releaseOf = (elements: string, packageVersion: string): Release => {
  const { version, files } = filesOf(elements, packageVersion);
  const integrity = Object.fromEntries(
    files.map(({ file, text }) => [file, `sha384-${hash('sha384', text, 'base64')}`]),
  );
  return { version, integrity };
};

/** Writes the version into the built elements, and `release.json` beside them. */
export const writeRelease = (elements: string): void => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const { file, text } of filesOf(elements, version).files) writeFileSync(join(elements, file), text);
  const now = Date.now();
  const keptDays = Number(process.env['RELEASES_KEPT_DAYS'] || 0);
  const dates = {
    built: new Date(now).toISOString(),
    ...(keptDays > 0 && { keptUntil: new Date(now + keptDays * 86_400_000).toISOString() }),
  };
  const release = { ...dates, ...releaseOf(elements, version) };
  writeFileSync(join(elements, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
};

/** The file types that compress well. Pictures and fonts are compressed already. */
const compressible = '**/*.{js,css,html,svg,json,txt}';
/** The minimum size in bytes. For smaller files, the header costs more than compression saves. */
const smallest = 512;

/**
 * Writes a `.br` and a `.gz` copy of each file that gets smaller, which the server sends without changes. All files are
 * compressed at once, because zlib uses its own threads.
 */
export const precompress = async (directory: string): Promise<void> => {
  // The server inserts its origin into the pages and compresses them itself.
  const files = globSync(compressible, { cwd: directory, exclude: ['site/pages/**'] });
  await Promise.all(
    files.map(async (name) => {
      const file = join(directory, name);
      const bytes = await readFile(file);
      if (bytes.length < smallest) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, { params }),
        promisify(gzip)(bytes, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
    }),
  );
};
