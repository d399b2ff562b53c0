import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import signInFrench from '../../../locales/fr/sign-in.json' with { type: 'json' };
import dashboardEnglish from '../../../locales/en/dashboard.json' with { type: 'json' };
import { builtFolder, hashedName, withStaticImports } from './built-files.ts';
import { filesOfASignIn, filesOfAView, type LoadedFile } from './sign-in-page.ts';

const kilobyte = 1024;
const brotli = (bytes: Buffer): number => brotliCompressSync(bytes).length;
const elements = join(builtFolder, 'elements');
const hashed = (name: string): string => hashedName(elements, name);
const sizeOf = (name: string): number => brotli(readFileSync(join(elements, name)));
const sizeWithImports = (entry: string): number =>
  [...withStaticImports(elements, entry)].map(sizeOf).reduce((sum, size) => sum + size, 0);

/** Each budget is 10 % above what was measured, so that a feature fits and a dependency does not. */
describe('the sizes, compressed with brotli', () => {
  let loaded: LoadedFile[] = [];
  let view: LoadedFile[] = [];
  const loader = '<script type="module" src="/elements/loader.js"></script>';
  const total = (files: readonly LoadedFile[]): number => files.reduce((sum, { bytes }) => sum + brotli(bytes), 0);
  beforeAll(async () => {
    loaded = await filesOfASignIn(loader);
    view = await filesOfAView(loader);
  }, 60_000);

  it.each(['loader.js', 'loader.fr.js', 'maths-portal.classic.js'])(
    'keeps %s, with the forms of its language, within 6 KB and without imports',
    (file) => {
      expect(sizeOf(file)).toBeLessThanOrEqual(6 * kilobyte);
      expect([...withStaticImports(elements, file)]).toEqual([file]);
    },
  );

  const firstFiles = ['kit', 'sign-in-element'].map((name) => `/elements/${hashed(name)}`);

  it('loads only the loader and the first files of the tag for a successful sign-in', () => {
    expect(loaded.map(({ path }) => path).toSorted()).toEqual([...firstFiles, '/elements/loader.js']);
  });

  it('loads as little for a successful sign-in with the classic script', async () => {
    const files = await filesOfASignIn('<script src="/elements/maths-portal.classic.js"></script>');
    expect(files.map(({ path }) => path).toSorted()).toEqual([...firstFiles, '/elements/maths-portal.classic.js']);
  });

  it('loads at most 19 KB of script for a successful sign-in', () => {
    console.info(`a sign-in loads ${(total(loaded) / kilobyte).toFixed(1)} KB`);
    expect(total(loaded)).toBeLessThanOrEqual(19 * kilobyte);
  });

  it('loads at most three files to submit any form, and neither React nor i18next', () => {
    for (const name of ['sign-in', 'sign-up', 'teacher-sign-up', 'cancel']) {
      const files = [...withStaticImports(elements, hashed(`${name}-element`))];
      expect(files.length).toBeLessThanOrEqual(3);
      for (const file of files) expect(readFileSync(join(elements, file), 'utf8')).not.toMatch(/react\.|i18next/i);
    }
  });

  it.each(['kit', 'parent', 'teacher', 'view', 'messages', 'bridge'])(
    'defines no tag in %s, which pages of other tags load',
    (name) => {
      const files = [...withStaticImports(elements, hashed(name))];
      expect(files.filter((file) => /-element-|\/index-/.test(file))).toEqual([]);
    },
  );

  it('keeps telemetry out of every file of the elements, because only the pages of the portal record', () => {
    const files = readdirSync(elements, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
    expect(files).toContain(hashed('sign-up-element'));
    expect(files.filter((name) => readFileSync(join(elements, name), 'utf8').includes('sendBeacon'))).toEqual([]);
  });

  it('limits the view of a sign-in to eight files and 94 KB', () => {
    const files = view.filter(({ path }) => loaded.every((known) => known.path !== path));
    console.info(
      `a view loads ${(total(files) / kilobyte).toFixed(1)} KB`,
      files.map(({ path }) => path),
    );
    expect(files.length).toBeLessThanOrEqual(8);
    expect(total(files)).toBeLessThanOrEqual(94 * kilobyte);
  });

  it.each([
    ['School Zone', /\/api\/schoolzone|TEACHER_/],
    ['French', new RegExp(signInFrench.forgotten)],
    ['the frame of a partner', /postRobot/],
    ['the dashboard', new RegExp(dashboardEnglish.heading)],
  ])('loads nothing of %s on an English sign-in page', (_what, pattern) => {
    const files = [...loaded, ...view];
    expect(files.filter(({ bytes }) => pattern.test(bytes.toString())).map(({ path }) => path)).toEqual([]);
  });

  it.each([
    ['embed', 6.5, 'embed.js'],
    ['teacher-sign-up', 106, hashed('teacher-sign-up-element')],
    ['classroom', 117, hashed('classroom-element')],
    ['classroom-update', 105, hashed('classroom-update-element')],
    ['cancel', 106, hashed('cancel-element')],
    ['levels', 116, hashed('levels-element')],
  ])('keeps %s, without its messages, within %f KB', (name, budget, file) => {
    const size = sizeWithImports(file);
    const own = sizeOf(hashed(`${name}-element`));
    console.info(`${name} is ${(size / kilobyte).toFixed(1)} KB, ${(own / kilobyte).toFixed(1)} KB its own`);
    expect(size).toBeLessThanOrEqual(budget * kilobyte);
  });
});
