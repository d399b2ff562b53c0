import { join } from 'node:path';
import type { Language } from '../../src/contracts/language.ts';
import { type Guarded, object, record, text } from '../../src/contracts/shapes.ts';
import { criticalCss } from './critical-css.ts';
import { readBuilt } from './manifest.ts';
import { anyTag, type FormTag } from '../../src/contracts/tags.ts';
import type { PrerenderedForms } from '../loader/show-form.ts';

const isForms = object({ version: text, css: text, forms: record(text), loadErrors: record(text) });

/** The output of `render-forms.tsx`: each form's markup by key, all styles, the message of a load error by language. */
export type Forms = Guarded<typeof isForms>;

/** Reads the prerendered forms. @throws when the forms have not been rendered: `npm run build` does it first. */
export const readForms = (folder: string): Forms => readBuilt(join(folder, 'forms.json'), isForms);

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/**
 * Returns the markup as `buildMarkup` takes it.
 * @throws for a text that needs an entity, and for a comment, by which React separates adjacent texts: join them
 */
export const plain = (markup: string): string => {
  if (markup.includes('<!--')) throw new Error(`A form's markup holds a comment: ${markup}`);
  return markup.replaceAll(/&([\w#]+);/g, (entity, name: string) => {
    const sign = entities[name];
    if (sign === undefined || '<>"'.includes(sign)) throw new Error(`A form's markup holds ${entity}`);
    return sign;
  });
};

/** Returns the forms of a loader, with the styles of its message. A partner's page has widgets only. */
export const widgetsOf = (all: Forms, tags: readonly FormTag[], language: Language) => {
  const wanted = tags.map((tag) => `${tag} widget ${language}`);
  const forms = Object.entries(all.forms).filter(([key]) => wanted.some((start) => key.startsWith(start)));
  const loadError = all.loadErrors[language] ?? '';
  const markups = forms.map(([, markup]) => markup);
  return {
    css: criticalCss(all.css, [...markups, loadError].join('')),
    forms: Object.fromEntries(forms.map(([key, markup]) => [key, plain(markup)])),
  };
};

/** Puts what a build knows into the code of a loader: the forms that it contains, and the files of the others. */
export const fillLoader = (
  code: string,
  { loadErrors }: Forms,
  own: PrerenderedForms,
  others: Readonly<Record<string, string>>,
): string => {
  const constants = {
    __FORMS__: own,
    __OTHER_FORMS__: others,
    __LOAD_ERRORS__: Object.fromEntries(
      Object.entries(loadErrors).map(([language, markup]) => [language, plain(markup)]),
    ),
    __ANY_TAG__: anyTag,
  };
  return Object.entries(constants).reduce(
    (text, [name, value]) => text.replace(name, () => JSON.stringify(value)),
    code,
  );
};
