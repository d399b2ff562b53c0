import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defaultLanguage, type Language, languages } from '../src/contracts/language.ts';
import { isRecord, object, parseJson, text } from '../src/lib/shapes.ts';

/** What `elements/prerender.tsx` wrote: each form's markup by its key (see form-key.ts), and the look of all. */
export type Forms = { version: string; css: string; forms: Readonly<Record<string, string>> };

const isForms = object({ version: text, css: text, forms: isRecord });

/** @throws when the forms have not been rendered: `npm run build` does it first. */
export const readForms = (folder: string): Forms => {
  const parsed = parseJson(readFileSync(join(folder, 'forms.json'), 'utf8'), isForms);
  if (parsed === undefined) throw new Error('forms.json has another shape than this reads');
  const forms = Object.entries(parsed.forms).map(([key, markup]) => [key, String(markup)]);
  return { version: parsed.version, css: parsed.css, forms: Object.fromEntries(forms) };
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** As `buildMarkup` takes it. @throws when a text holds what only an entity can write there. */
const plain = (markup: string): string =>
  markup.replaceAll(/&([\w#]+);/g, (entity, name: string) => {
    const sign = entities[name];
    if (sign === undefined || '<>"'.includes(sign)) throw new Error(`A form's markup holds ${entity}`);
    return sign;
  });

/** What the loader carries for one language: a partner's page has widgets only. */
const widgetsIn = ({ css, forms }: Forms, language: Language) => ({
  css,
  forms: Object.fromEntries(
    Object.entries(forms)
      .filter(([key]) => key.split(' ').slice(1, 3).join(' ') === `widget ${language}`)
      .map(([key, markup]) => [key, plain(markup)]),
  ),
});

/** The forms' version, for all who may meet one. */
export const formsVersion = (folder: string): Plugin => ({
  name: 'maths-portal:forms-version',
  config: () => ({ define: { __FORMS_VERSION__: JSON.stringify(readForms(folder).version) } }),
});

/** Puts the forms into the loader, and writes one loader a language. */
export const formsInLoader = (folder: string): Plugin => ({
  name: 'maths-portal:forms-in-loader',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    const loader = bundle['loader.js'];
    if (loader?.type !== 'chunk') throw new Error('The build has no loader.js');
    const { code } = loader;
    const forms = readForms(folder);
    const withForms = (language: Language) =>
      code.replace('__FORMS__', () => JSON.stringify(widgetsIn(forms, language)));
    for (const language of languages) {
      if (language === defaultLanguage) loader.code = withForms(language);
      else this.emitFile({ type: 'asset', fileName: `loader.${language}.js`, source: withForms(language) });
    }
  },
});
