/** `npm run package`: builds the elements for a portal, and prints the path of the tarball for partners last. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createPartners } from '../../backend/config/create-partners.ts';
import { publicProblems } from '../../backend/config/setting-values.ts';
import { createBrand } from '../../src/config/brand.ts';
import { originOf } from '../../src/config/origin.ts';
import type { Partner } from '../../src/config/partner-origins.ts';
import { type BuildSettings, buildSettings } from '../build/build-settings.ts';
import { writePackage } from '../build/package/write.ts';
import { main, UserError } from '../setup/processes.mjs';
import { buildElements } from './build.ts';

const usage = 'npm run package -- --portal https://portal.example [--key KEY] [--license FILE] [--out FOLDER]';
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Returns the origin of the portal. @throws UserError when it is not an https origin, or an http one of this machine
 */
const portalOf = (text: string | undefined): string => {
  if (text === undefined) throw new UserError(`--portal is missing: ${usage}`);
  const origin = originOf(text);
  if (origin === undefined || !(origin.startsWith('https:') || loopback.test(origin))) {
    throw new UserError(
      `--portal must be an https address without a path, such as https://portal.example, not "${text}".`,
    );
  }
  return origin;
};

/** @throws UserError with the sentence about an entry of VITE_PARTNERS */
const partnersOf = (env: NodeJS.ProcessEnv): Partner[] => {
  try {
    return createPartners(env, createBrand(env));
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
};

/** Returns the partner for whom the package is. @throws UserError for a key that VITE_PARTNERS does not have */
const partnerOf = (key: string, env: NodeJS.ProcessEnv): Partner | undefined => {
  if (key === '') return undefined;
  const partners = partnersOf(env);
  const partner = partners.find((one) => one.key === key);
  if (partner !== undefined) return partner;
  const keys = partners.map((one) => one.key).join(', ') || 'none';
  throw new UserError(`--key: VITE_PARTNERS has no key "${key}". It has: ${keys}.`);
};

/** Returns the warnings for the operator about the package. */
const noticesOf = (portal: string, { mode, variables }: BuildSettings): string[] => {
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
  // A package for partners has no default key and no demo partner. One for a portal of this machine has both.
  const APP_MODE = process.env['APP_MODE'] || (loopback.test(portal) ? 'development' : 'production');
  const settings = buildSettings({ ...process.env, APP_MODE, VITE_PORTAL_URL: portal });
  const [problem] = publicProblems({ ...process.env, ...settings.variables, APP_MODE });
  if (problem !== undefined) throw new UserError(problem);
  const partner = partnerOf(values.key, { ...settings.variables, APP_MODE });
  // The file must be in this folder, because the program that renders the forms imports packages.
  const build = mkdtempSync('dist-package-');
  const env = { ...process.env, ...settings.variables, APP_MODE, BUILD_FOLDER: build, NODE_ENV: 'production' };
  const folder = join(values.out, 'package');
  try {
    await buildElements(build, env);
    writePackage({ build, folder, portal, license, partner, env });
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
