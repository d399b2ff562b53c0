/** `npm run package`: builds the elements for a portal, and prints the path of the tarball for partners last. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSettings } from '../build/build-settings.mjs';
import { ensureInstalled, pinnedNode } from '../setup/install.mjs';
import { main, UserError, run } from '../setup/processes.mjs';

const usage = 'npm run package -- --portal https://portal.example [--key KEY] [--license FILE] [--out FOLDER]';
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Returns the origin of the portal.
 * @param {string | undefined} text
 * @throws {UserError} when it is not an https origin, or an http origin of this machine
 */
const portalOf = (text) => {
  if (text === undefined) throw new UserError(`--portal is missing: ${usage}`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url !== undefined && url.href === `${url.origin}/`;
  if (!isOrigin || (url.protocol !== 'https:' && !loopback.test(url.origin))) {
    throw new UserError(
      `--portal must be an https address without a path, such as https://portal.example, not "${text}".`,
    );
  }
  return url.origin;
};

/**
 * Returns the warnings for the operator about the package.
 * @param {string} portal
 * @param {import('../build/build-settings.mjs').BuildSettings} settings
 */
const noticesOf = (portal, { mode, variables }) => {
  if (mode === 'development') {
    return loopback.test(portal) ? [] : ['This package has the keys of development. Leave out APP_MODE for partners.'];
  }
  return [
    ['VITE_PARTNERS', 'VITE_PARTNERS is not set, so this package accepts no key of a partner.'],
    ['VITE_PLAYFAB_TITLE_ID', 'PLAYFAB_TITLE_ID is not set, so this package works with a portal in development only.'],
  ].flatMap(([name = '', notice = '']) => (name in variables ? [] : [`${notice} Set it as for the portal.`]));
};

await main(async () => {
  const { values } = parseArgs({
    options: {
      portal: { type: 'string' },
      key: { type: 'string', default: '' },
      license: { type: 'string' },
      out: { type: 'string', default: 'dist-package' },
    },
  });
  const portal = portalOf(values.portal);
  const license = values.license ?? (existsSync('LICENSE') ? 'LICENSE' : '');
  if (license !== '' && !existsSync(license)) throw new UserError(`--license: the file "${license}" does not exist.`);
  await ensureInstalled();
  // A package for partners has no default key and no demo partner. One for a portal of this machine has both.
  const APP_MODE = process.env['APP_MODE'] || (loopback.test(portal) ? 'development' : 'production');
  const settings = buildSettings({ ...process.env, APP_MODE, VITE_PORTAL_URL: portal });
  // The file must be in this folder, because the program that renders the forms imports packages.
  const build = mkdtempSync('dist-package-');
  const env = { ...process.env, ...settings.variables, APP_MODE, BUILD_FOLDER: build, NODE_ENV: 'production' };
  const folder = join(values.out, 'package');
  try {
    const forms = join(build, 'forms');
    const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '-c', 'vite.lib.config.ts'];
    const steps = [
      [...vite, '--mode', 'forms'],
      [join(forms, 'prerender.js'), `${forms}.json`],
      vite,
      ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json', '--outDir', join(build, 'types')],
      ['scripts/build/package/write.ts', build, folder, portal, license, values.key],
    ];
    for (const step of steps) {
      if ((await run(pinnedNode, step, { env })) !== 0) throw new UserError('There is no package; the error is above.');
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
  if (license === '') {
    console.log('No licence file was given, so LICENSE reserves all rights. Pass your own with --license FILE.');
  }
  for (const notice of noticesOf(portal, settings)) console.log(notice);
  console.log(resolve(values.out, filename));
});
