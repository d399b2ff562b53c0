/** Builds into BUILD_FOLDER or `dist`, and stamps the result. The server rejects a stamp of the wrong mode. */
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSettings } from '../build/build-settings.ts';
import { fingerprint } from '../build/fingerprint.ts';
import { precompress, writeRelease } from '../build/release.ts';
import { main, runNode, UserError } from '../setup/processes.mjs';

/** Returns the arguments of a build by Vite. Each build writes to a separate folder. */
const vite = (config: string, mode = 'production'): string[] => [
  'node_modules/vite/bin/vite.js',
  'build',
  '--logLevel',
  'warn',
  '-c',
  config,
  '--mode',
  mode,
];

/**
 * Builds the elements and the declarations of their types, and at the same time what other programs build.
 * @throws UserError when one fails; its output says why
 */
export const buildElements = async (
  folder: string,
  env: NodeJS.ProcessEnv,
  others: readonly (readonly string[])[] = [],
): Promise<void> => {
  // The forms come first, because the elements contain them and the site's pages show them.
  const forms = join(folder, 'forms');
  const render = () => runNode([join(forms, 'prerender.js'), `${forms}.json`], { env });
  if ((await runNode(vite('vite.lib.config.ts', 'forms'), { env })) !== 0 || (await render()) !== 0) {
    throw new UserError('The forms could not be rendered; the error is above.');
  }
  rmSync(forms, { recursive: true });
  const types = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json', '--outDir', join(folder, 'types')];
  const steps = [vite('vite.lib.config.ts'), types, ...others];
  const codes = await Promise.all(steps.map((step) => runNode(step, { env })));
  if (codes.some((code) => code !== 0)) throw new UserError('The build failed; its errors are above.');
};

const build = async (): Promise<void> => {
  const out = process.env['BUILD_FOLDER'] || 'dist';
  const started = performance.now();
  const settings = buildSettings(process.env);
  const { mode, variables } = settings;
  // An inherited NODE_ENV (from a test or a shell) would put React's development build into the bundles.
  const env = { ...process.env, ...variables, BUILD_FOLDER: out, NODE_ENV: 'production' };
  if ((await runNode(['backend/config/load-config.ts', 'build'], { env })) !== 0) {
    throw new UserError('Nothing was built.');
  }
  const stamp = join(out, 'build.json');
  // A build that fails half-way must not look complete.
  rmSync(stamp, { force: true });
  const demo = mode === 'development' ? [vite('vite.site.config.ts', 'demo')] : [];
  await buildElements(out, env, [vite('vite.site.config.ts'), ...demo]);
  writeRelease(join(out, 'elements'));
  // The messages for partners' developers link to this copy of the guide.
  copyFileSync('docs/partners/tag-and-package.md', join(out, 'elements', 'tag-and-package.md'));
  const prerender = join(out, 'prerender');
  if ((await runNode([join(prerender, 'prerender.js'), out], { env })) !== 0) {
    throw new UserError('The pages could not be rendered; the error is above.');
  }
  rmSync(prerender, { recursive: true });
  const inputs = fingerprint(settings);
  await precompress(out);
  writeFileSync(stamp, `${JSON.stringify({ mode, variables, inputs })}\n`);
  console.log(`Built ${out} for ${mode} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
};

// `npm run package` builds the elements only.
if (import.meta.main) await main(build);
