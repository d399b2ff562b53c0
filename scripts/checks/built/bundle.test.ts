import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretSettings as secrets } from '../../../backend/config/settings.ts';
import { textFiles } from './built-files.ts';

const canary = (name: string) => `canary-${name.toLowerCase().replaceAll('_', '-')}-5f0c1d`;
const forbidden = {
  ...Object.fromEntries(secrets.map((name) => [name, new RegExp(canary(name))])),
  'Stripe key': /\b[srp]k_(live|test)_\w+|\bwhsec_\w+/,
  'AWS key': /\bAKIA[0-9A-Z]{16}\b/,
  'private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'JSON web token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./,
  'bearer token': /Bearer [\w-]{20,}/,
  'password in an address': /\w+:\/\/[^\s/:"'`]+:[^\s/@"'`]+@/,
  'name of this machine': /localhost|127\.0\.0\.1|\[::1\]/,
  // The game has a concept with this name, in the curriculum and in the list of hidden concepts.
  'demo partner': /(?<!\bid:)["'`]demo["'`](?!,["'`]custom_creative_mode)|VITE_DEMO/,
  'development path': /\/dev\/|emulator/i,
  'payment simulator': /:4175\b|simulator/i,
  "React's development build": /react-dom(-client)?\.development|Download the React DevTools/,
  'source map': /sourceMappingURL=/,
  'folder of this machine': new RegExp(process.cwd().replaceAll('/', '\\/')),
};

describe('bundles contain no secrets and no development code', () => {
  // The folder is inside the project, because Vite does not empty an output folder outside of it.
  const folder = mkdtempSync('dist-test-production-');
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeAll(() => {
    const env = {
      ...process.env,
      ...Object.fromEntries(secrets.map((name) => [name, canary(name)])),
      BUILD_FOLDER: folder,
      APP_MODE: 'production',
      PLAYFAB_TITLE_ID: 'A1B2C',
      VITE_PARTNERS: 'none',
      VITE_PLAYFAB_RECOVERY_TEMPLATES: 'en=A1B2C3,fr=D4E5F6',
    };
    execFileSync(process.execPath, ['scripts/commands/build.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  }, 120_000);

  const offenders = (pattern: RegExp) =>
    textFiles(folder).flatMap(({ name, text }) => {
      const match = pattern.exec(text);
      return match === null ? [] : [`${name}: …${text.slice(Math.max(0, match.index - 60), match.index + 60)}…`];
    });

  it('scans the elements and the pages', () => {
    const names = textFiles(folder).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['elements/loader.js', 'elements/maths-portal.classic.js', 'site/pages/fr/home.html']),
    );
  });

  it.each(Object.entries(forbidden))('finds no %s in any built file', (_what, pattern) => {
    expect(offenders(pattern)).toEqual([]);
  });

  it('sends payments to Stripe’s own pages only', () => {
    const hosts = textFiles(folder).flatMap(
      ({ text }) => text.match(/https:\/\/(checkout|billing)\.stripe\.com/g) ?? [],
    );
    expect(new Set(hosts)).toEqual(new Set(['https://checkout.stripe.com', 'https://billing.stripe.com']));
  });

  it('contains no demo partner and is stamped for production', () => {
    expect(existsSync(join(folder, 'demo'))).toBe(false);
    expect(JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8')).mode).toBe('production');
  });

  it('rejects a production build without VITE_PARTNERS', () => {
    const env = { ...process.env, BUILD_FOLDER: folder, APP_MODE: 'production' };
    expect(() => execFileSync(process.execPath, ['scripts/commands/build.ts'], { env, stdio: 'pipe' })).toThrow(
      /VITE_PARTNERS is missing/,
    );
  });
});
