/**
 * `npm run package -- --portal https://portal.example [--license FILE] [--out FOLDER]`: builds the elements for a portal
 * and writes the tarball that partners install. The last line of the output is its path.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSettings } from './build-settings.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, Refusal, run } from './processes.mjs';

const usage = 'npm run package -- --portal https://portal.example [--license FILE] [--out FOLDER]';
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Returns the origin of the portal.
 * @param {string | undefined} text
 * @throws {Refusal} when it is not an https origin, or an http origin of this machine
 */
const portalOf = (text) => {
  if (text === undefined) throw new Refusal(`--portal is missing: ${usage}`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url !== undefined && url.href === `${url.origin}/`;
  if (!isOrigin || (url.protocol !== 'https:' && !loopback.test(url.origin))) {
    throw new Refusal(
      `--portal must be an https address without a path, such as https://portal.example, not "${text}".`,
    );
  }
  return url.origin;
};

/** @param {string | undefined} given @returns {string | undefined} the file to copy */
const licenseOf = (given) => {
  if (given !== undefined && !existsSync(given)) throw new Refusal(`--license: the file "${given}" does not exist.`);
  return given ?? (existsSync('LICENSE') ? 'LICENSE' : undefined);
};

await main(async () => {
  const { values } = parseArgs({
    options: {
      portal: { type: 'string' },
      license: { type: 'string' },
      out: { type: 'string', default: 'dist-package' },
    },
  });
  const portal = portalOf(values.portal);
  const license = licenseOf(values.license);
  await ensureInstalled();
  const { mode, variables } = buildSettings({ ...process.env, VITE_PORTAL_URL: portal });
  // In this folder, because the program that renders the forms imports packages.
  const build = mkdtempSync('dist-package-');
  const env = { ...process.env, ...variables, BUILD_FOLDER: build, NODE_ENV: 'production' };
  const folder = join(values.out, 'package');
  try {
    const forms = join(build, 'forms');
    const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '-c', 'vite.lib.config.ts'];
    const steps = [
      [...vite, '--mode', 'forms'],
      [join(forms, 'prerender.js'), `${forms}.json`],
      vite,
      ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json', '--outDir', join(build, 'types')],
      ['scripts/package/write.ts', build, folder, portal, license ?? ''],
    ];
    for (const step of steps) {
      if ((await run(pinnedNode, step, { env })) !== 0) throw new Refusal('There is no package; the error is above.');
    }
  } finally {
    rmSync(build, { recursive: true, force: true });
  }
  const shell = process.platform === 'win32';
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', '..'], {
    cwd: folder,
    encoding: 'utf8',
    shell,
  });
  const [{ filename }] = JSON.parse(packed);
  if (license === undefined) {
    console.log('No licence file was given, so LICENSE reserves all rights. Pass your own with --license FILE.');
  }
  if (mode === 'development' && !loopback.test(portal)) {
    console.log(
      'This package has the development table of keys. Set APP_MODE=production and VITE_PARTNERS for partners.',
    );
  }
  console.log(resolve(values.out, filename));
});
