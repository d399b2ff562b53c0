import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'esbuild';
import { pageOf } from './server.mjs';

/** @typedef {import('./contenders.mjs').Contender} Contender */

/**
 * Bundles a competitor's page as its documentation describes, with the production build of its imports.
 * @param {{ entry: string, cloud: string }} options `entry`: a file of `peers`
 * @returns {Promise<{ path: string, content: Uint8Array }[]>} scripts and sheets; the first is the entry's script
 */
const bundle = async ({ entry, cloud }) => {
  const { outputFiles } = await build({
    entryPoints: [`bench/sign-in/peers/${entry}`],
    outdir: '/peers',
    write: false,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    // The condition that bundlers use for web pages.
    mainFields: ['browser', 'module', 'main'],
    define: { CLOUD: JSON.stringify(cloud), 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    logLevel: 'error',
  });
  return outputFiles.map(({ path, contents }) => ({ path, content: contents }));
};

/** @param {string | Uint8Array} content */
const compress = (content) =>
  promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });

/** @type {Record<string, string>} */
const types = { '.css': 'text/css', '.html': 'text/html; charset=utf-8' };

/**
 * Returns a minimal page.
 * @param {Contender} contender @param {readonly string[]} own paths of its script and sheet
 */
const htmlOf = ({ head = '', body = '' }, own) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign in</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
${own.map((path) => (path.endsWith('.css') ? `<link rel="stylesheet" href="${path}">` : `<script type="module" src="${path}"></script>`)).join('\n')}
${head}</head>
<body>
${body}
</body>
</html>
`;

/**
 * Returns the page of a contender and its files. The portal has its own.
 * @param {Contender} contender
 * @param {string} cloud where the test doubles are
 * @returns {Promise<{ path: string, content: string | Uint8Array }[]>}
 */
const pageAndItsFiles = async (contender, cloud) => {
  const { name, path, entry, script } = contender;
  if (path !== undefined) return [];
  const page = `${pageOf(name)}.html`;
  if (script !== undefined) {
    const own = `${pageOf(name)}.js`;
    const head = `<script defer src="${new URL(own, cloud).href}"></script>`;
    return [
      { path: page, content: htmlOf({ ...contender, head }, []) },
      { path: own, content: script },
    ];
  }
  const bundled = entry === undefined ? [] : await bundle({ entry, cloud });
  // The first script imports the other chunks.
  const own = bundled.map((file) => file.path).filter((file) => !file.includes('/chunk-'));
  return [{ path: page, content: htmlOf(contender, own) }, ...bundled];
};

/**
 * @param {readonly Contender[]} contenders
 * @param {string} cloud
 * @returns {Promise<Map<string, import('./server.mjs').File>>} by path
 */
export const filesOf = async (contenders, cloud) => {
  const files = await Promise.all(contenders.map((contender) => pageAndItsFiles(contender, cloud)));
  const entries = files.flat().map(async ({ path, content }) => {
    const type = /\.\w+$/.exec(path)?.[0] ?? '';
    return /** @type {const} */ ([path, { type: types[type] ?? 'text/javascript', body: await compress(content) }]);
  });
  return new Map(await Promise.all(entries));
};
