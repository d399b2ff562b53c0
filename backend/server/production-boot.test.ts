import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { checkBundle } from './bundle-stamp.ts';

const env = {
  APP_MODE: 'production',
  PUBLIC_URL: 'https://portal.maths-school.org',
  DATABASE_URL: 'postgres://portal:pw@db.internal:5432/portal',
  PLAYFAB_TITLE_ID: 'AB12C',
  PLAYFAB_SECRET_KEY: 'title-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  PLAYFAB_FUNCTION_SECRETS: 'one-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  SMTP_URL: 'smtps://portal:pw@smtp.maths-school.org',
  MAIL_FROM: 'no-reply@maths-school.org',
};
const built = { VITE_PLAYFAB_TITLE_ID: 'AB12C', VITE_PLAYFAB_URL: 'https://AB12C.playfabapi.com' };

/** What is loaded without `import()`: what production loads. */
const modulesOf = (file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+\.ts)'/gm,
  )) {
    modulesOf(resolve(dirname(file), path), seen);
  }
  return seen;
};

it('module list, partner map: no emulator, demo, localhost', () => {
  const modules = [...modulesOf(resolve('backend/main.ts'))];
  expect(modules.length).toBeGreaterThan(40);
  expect(modules.filter((file) => /emulators|development|demo|testing/.test(file))).toEqual([]);
  const { partnerOrigins } = loadConfig(env);
  expect(partnerOrigins.length).toBeGreaterThan(0);
  expect(partnerOrigins.filter((origin) => /localhost|127\.|^http:/.test(origin))).toEqual([]);
});

it.each([
  ['a bundle stamped development', { mode: 'development', variables: built }, /built for development/],
  [
    'a bundle of another partner table',
    { mode: 'production', variables: { ...built, VITE_PARTNERS: 'a=b' } },
    /VITE_PARTNERS/,
  ],
  [
    'a bundle for another title',
    { mode: 'production', variables: { ...built, VITE_PLAYFAB_TITLE_ID: 'FFF' } },
    /VITE_PLAYFAB_TITLE_ID/,
  ],
  ['no stamp', null, /not built/],
])('%s is refused', (_case, stamp, sentence) => {
  const folder = mkdtempSync(join(tmpdir(), 'stamp-'));
  if (stamp !== null) writeFileSync(join(folder, 'build.json'), JSON.stringify(stamp));
  expect(() => checkBundle(folder, loadConfig(env), env)).toThrow(sentence);
  rmSync(folder, { recursive: true });
});

it('the bundle that was built with the same variables is taken', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stamp-'));
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ mode: 'production', variables: built }));
  expect(() => checkBundle(folder, loadConfig(env), env)).not.toThrow();
  rmSync(folder, { recursive: true });
});
