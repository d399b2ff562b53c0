import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { pageOf } from './server.mjs';

/** @typedef {import('./contenders.mjs').Contender} Contender */

/** @param {string | Uint8Array} content */
const compress = (content) =>
  promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });

/** As little as a page can be. @param {Contender} contender */
const htmlOf = ({ head = '', body = '' }) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign in</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
${head}</head>
<body>
${body}
</body>
</html>
`;

/** @param {readonly Contender[]} contenders @returns {Promise<Map<string, import('./server.mjs').File>>} by path */
export const filesOf = async (contenders) => {
  const pages = contenders
    .filter(({ path }) => path === undefined)
    .map((contender) => ({
      path: pageOf(contender.name),
      type: 'text/html; charset=utf-8',
      content: htmlOf(contender),
    }));
  return new Map(
    await Promise.all(
      pages.map(
        async ({ path, type, content }) => /** @type {const} */ ([path, { type, body: await compress(content) }]),
      ),
    ),
  );
};
