import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The file types that compress well. Pictures and fonts are compressed already. */
const compressible = '**/*.{js,css,html,svg,json,txt}';
/** The minimum size in bytes. For smaller files, the header costs more than compression saves. */
const smallest = 512;

/**
 * Writes a `.br` and a `.gz` copy of each file that gets smaller, which the server sends without changes. All files are
 * compressed at once, because zlib uses its own threads.
 * @param {string} directory
 */
export const precompress = async (directory) => {
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
