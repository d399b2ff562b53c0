import { defaultLanguage, languages } from '../../src/contracts/language.ts';
import { formTags } from '../../src/contracts/tags.ts';
import type { FormTag } from '../../src/contracts/tags.ts';
import { widgetsOf } from './forms.ts';
import type { PrerenderedForms } from '../loader/prerendered-forms.ts';
import { renderForms } from './render-forms.tsx';

const filesOf = (tag: FormTag): { controller: string[]; view: string[] } => {
  const name = tag.replace('maths-', '');
  return { controller: [`${name}-controller.js`], view: [`${name}.js`] };
};

/** Renders the forms of a loader in development, which contains those of every language. */
export const renderLoaderForms = async (): Promise<PrerenderedForms> => {
  const all = await renderForms();
  return {
    ...widgetsOf(all, formTags, defaultLanguage),
    forms: Object.assign({}, ...languages.map((language) => widgetsOf(all, formTags, language).forms)),
    files: Object.fromEntries(formTags.map((tag) => [tag, filesOf(tag)])),
  };
};
