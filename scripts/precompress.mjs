import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** What shrinks; pictures and fonts are compressed already. */
const compressible = '**/*.{js,css,html,svg,json,txt}';
/** Below this a header costs more than the bytes that are saved. */
const smallest = 512;

/**
 * Writes `.br` and `.gz` beside each file that gains by it, for the server to send as they are.
 * zlib's own threads do the work, so all files go at once.
 * @param {string} directory
 */
export const precompress = async (directory) => {
  // The server puts its own origin into the pages before it sends them, and compresses them itself.
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
