import { mkdirSync, readdirSync, readFileSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import simulator from '../locales/en/payment-simulator.json' with { type: 'json' };
import { programPorts, startServer } from '../backend/testing/server-process.ts';
import { copySources } from './support/portal.ts';
import { newParent, send } from './support/parent.ts';
import { patternOf } from './support/payment.ts';

/** A language that the product does not have, written in English with accents. */
const generated = 'es';

const accents: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' };

/** Returns the text in the generated language. Placeholders, tags and addresses stay. */
const accented = (text: string): string =>
  text.replace(/\{\{[^}]*\}\}|<[^>]*>|https?:\/\/\S+|[aeiou]/g, (part) => accents[part] ?? part);

/** Returns JSON with each text in the generated language. */
const translated = (json: string): string =>
  JSON.stringify(JSON.parse(json, (_key, value) => (typeof value === 'string' ? accented(value) : value)));

/** `import fr… from './fr/…'` again, for the generated language. */
const oneMoreImport = (text: string): string =>
  text.replace(/^import fr.*\n/gm, (line) => line + line.replace(/\bfr(?!om)/g, generated));

type Edit = (text: string) => string;

/** The files of the recipe (docs/contributors/where-to-change.md#a-language), and how each one changes. */
const edits: Readonly<Record<string, Edit>> = {
  'src/contracts/language.ts': (text) =>
    text
      .replace("'fr'] as const", `'fr', '${generated}'] as const`)
      .replace(/^ {2}fr: .*$/m, (line) => `${line}\n  ${generated}: { name: 'Español', locale: 'es_ES' },`),
  'locales/server-messages.ts': (text) =>
    oneMoreImport(text).replace(/fr: fr(\w+) \}/g, `fr: fr$1, ${generated}: ${generated}$1 }`),
  'src/i18n/frame-title.ts': (text) => oneMoreImport(text).replace('{ en, fr }', `{ en, fr, ${generated} }`),
  'src/config/curriculum.json': (text) =>
    text.replace(
      /^(\s*)"en": (".*"),$/gm,
      (line, space: string, english: string) => `${line}${space}"${generated}": ${accented(english)},`,
    ),
  'emulators/game/game.ts': (text) => text.replace("fr: 'Classe 3B'", `fr: 'Classe 3B', ${generated}: 'Clase 3B'`),
};

/**
 * Adds the generated language to a copy of the sources. @throws when a file no longer looks as this function expects
 */
const addGeneratedLanguage = (copy: string): void => {
  for (const [file, edit] of Object.entries(edits)) {
    const before = readFileSync(join(copy, file), 'utf8');
    const after = edit(before);
    if (after === before) throw new Error(`${file} did not change: adapt e2e/third-language.long.e2e.ts`);
    writeFileSync(join(copy, file), after);
  }
  const folder = join(copy, 'locales', generated);
  mkdirSync(folder);
  for (const file of readdirSync('locales/en')) {
    writeFileSync(join(folder, file), translated(readFileSync(`locales/en/${file}`, 'utf8')));
  }
};

it('changes only the files that the recipe names', () => {
  const guide = readFileSync('docs/contributors/where-to-change.md', 'utf8');
  const [, recipe = ''] = /^## A language$(.*?)^## /ms.exec(guide) ?? [];
  const named = [...recipe.matchAll(/^\d\. `([^`]+)`/gm)].map(([, file]) => file);
  expect(named.toSorted()).toEqual([...Object.keys(edits), 'locales/*/'].toSorted());
});

it('type-checks and builds in a third language, and signs a parent up as far as the payment page', async () => {
  const copy = copySources(['docs/partners', 'tsconfig.types.json', 'vite.lib.config.ts', 'vite.site.config.ts']);
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  addGeneratedLanguage(copy);
  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, args, { cwd: copy, env: { ...process.env, ...env } });
  const settings = {
    extends: './tsconfig.json',
    include: ['src', 'elements', 'host-site', 'demo', 'locales', 'backend', 'emulators'],
    // Tests spell out sentences of two languages.
    exclude: ['**/*.test.ts', '**/*.test.tsx', '**/testing'],
  };
  writeFileSync(join(copy, 'tsconfig.product.json'), JSON.stringify(settings));
  const checked = await run(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.product.json']);
  expect(checked.stdout).toBe('');

  const ownPorts = await programPorts();
  const env = {
    ...ownPorts,
    VITE_DEMO_ORIGIN: `http://127.0.0.1:${ownPorts.DEMO_PORT}`,
    APP_MODE: 'development',
    BUILD_FOLDER: 'dist',
    DATA_DIR: join(copy, '.data'),
  };
  await run(['scripts/commands/build.ts'], env);
  const server = await startServer(env, { cwd: copy });
  onTestFinished(() => server.halt());
  await server.ready;
  const context = await (await shared.browser()).newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${server.portalUrl}/signup?lang=${generated}`);
  expect(await page.locator('html').getAttribute('lang')).toBe(generated);
  await send(page, newParent());
  const said = page.getByText(patternOf(accented(simulator.simulation))).first();
  await said.waitFor();
}, 600_000);
