/** Builds into BUILD_FOLDER or `dist`, and stamps the result. The server rejects a stamp of the wrong mode. */
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSettings } from '../build/build-settings.mjs';
import { fingerprint } from '../build/fingerprint.mjs';
import { ensureInstalled, pinnedNode } from '../setup/install.mjs';
import { precompress, writeRelease } from '../build/release.mjs';
import { main, UserError, run } from '../setup/processes.mjs';

const vite = 'node_modules/vite/bin/vite.js';
const tsc = 'node_modules/typescript/bin/tsc';

/**
 * Runs the builds in parallel. Each one writes to a separate folder.
 * @param {import('../build/build-settings.mjs').BuildSettings} settings
 */
const builds = ({ mode }) => [
  ['-c', 'vite.lib.config.ts'],
  ['-c', 'vite.site.config.ts'],
  ...(mode === 'development' ? [['-c', 'vite.site.config.ts', '--mode', 'demo']] : []),
];

await main(async () => {
  const out = process.env['BUILD_FOLDER'] || 'dist';
  await ensureInstalled();
  const started = performance.now();
  const settings = buildSettings(process.env);
  const checked = await run(pinnedNode, ['backend/config/load-config.ts', 'build'], {
    env: { ...process.env, ...settings.variables },
  });
  if (checked !== 0) throw new UserError('Nothing was built.');
  const stamp = join(out, 'build.json');
  // A build that fails half-way must not look complete.
  rmSync(stamp, { force: true });
  // An inherited NODE_ENV (from a test or a shell) would put React's development build into the bundles.
  const env = { ...process.env, ...settings.variables, BUILD_FOLDER: out, NODE_ENV: 'production' };
  const build = (/** @type {string[]} */ args) =>
    run(pinnedNode, [vite, 'build', '--logLevel', 'warn', ...args], { env });
  // The forms come first, because the elements contain them and the site's pages show them.
  const forms = join(out, 'forms');
  if (
    (await build(['-c', 'vite.lib.config.ts', '--mode', 'forms'])) !== 0 ||
    (await run(pinnedNode, [join(forms, 'prerender.js'), `${forms}.json`], { env })) !== 0
  ) {
    throw new UserError('The forms could not be rendered; the error is above.');
  }
  rmSync(forms, { recursive: true });
  const declarations = [tsc, '-p', 'tsconfig.types.json', '--outDir', join(out, 'types')];
  const codes = await Promise.all([...builds(settings).map(build), run(pinnedNode, declarations)]);
  if (codes.some((code) => code !== 0)) throw new UserError('The build failed; its errors are above.');
  writeRelease(join(out, 'elements'));
  // The messages for partners' developers link to this copy of the guide.
  copyFileSync('docs/partners/tag-and-package.md', join(out, 'elements', 'tag-and-package.md'));
  const prerender = join(out, 'prerender');
  if ((await run(pinnedNode, [join(prerender, 'prerender.js'), out], { env })) !== 0) {
    throw new UserError('The pages could not be rendered; the error is above.');
  }
  rmSync(prerender, { recursive: true });
  const inputs = fingerprint(settings);
  await precompress(out);
  writeFileSync(stamp, `${JSON.stringify({ mode: settings.mode, variables: settings.variables, inputs })}\n`);
  console.log(`Built ${out} for ${settings.mode} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
});
