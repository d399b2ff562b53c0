import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A language that the product does not have, written in English with accents. */
export const generated = 'es';

const accents: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' };

/** Returns the text in the generated language. Placeholders, tags and addresses stay. */
export const accented = (text: string): string =>
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

/** The files that a new language changes. Besides them it has a folder of its own in `locales`. */
export const changedFiles: readonly string[] = Object.keys(edits);

/** Adds the generated language to a copy of the sources. @throws when a file no longer looks as this function expects */
export const addGeneratedLanguage = (copy: string): void => {
  for (const [file, edit] of Object.entries(edits)) {
    const before = readFileSync(join(copy, file), 'utf8');
    const after = edit(before);
    if (after === before) throw new Error(`${file} did not change: adapt e2e/support/generated-language.ts`);
    writeFileSync(join(copy, file), after);
  }
  const folder = join(copy, 'locales', generated);
  mkdirSync(folder);
  for (const file of readdirSync('locales/en')) {
    writeFileSync(join(folder, file), translated(readFileSync(`locales/en/${file}`, 'utf8')));
  }
};
