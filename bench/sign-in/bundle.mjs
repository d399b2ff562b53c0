import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';

/**
 * Replaces https in Auth0's SDK, which supports nothing else, because the server of the bench has no certificate.
 * @type {import('esbuild').Plugin}
 */
const plainHttp = {
  name: 'plain-http',
  setup: ({ onLoad }) =>
    onLoad({ filter: /auth0-js[\\/]dist[\\/].*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('"https://"', '"http://"'),
    })),
};

/**
 * Bundles a competitor's page as its documentation describes, with the production build of its imports.
 * @param {{ entry: string, cloud: string }} options `entry`: a file of `peers`
 * @returns {Promise<{ path: string, content: Uint8Array }[]>} scripts and sheets; the first is the entry's script
 */
export const bundle = async ({ entry, cloud }) => {
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
    plugins: [plainHttp],
    logLevel: 'error',
  });
  return outputFiles.map(({ path, contents }) => ({ path, content: contents }));
};
