import type { Language } from '../src/contracts/language.ts';
import { formTags } from './shared/form-key.ts';

const isForm = (tag: string): boolean => formTags.some((form) => form === tag);

/**
 * All that an element asks for until it shows itself, or has sent its form, so that it comes at once and not file after
 * file. Modules, from the project's folder.
 */
export const elementSources = (tag: string, language: Language): string[] => {
  const name = tag.replace(/^maths-/, '');
  return [
    `elements/${name}/${name}.define.ts`,
    ...[name, 'common', 'errors'].map((set) => `locales/${language}/${set}.json`),
    ...(isForm(tag) ? ['src/services/identity/playfab-sdk.ts'] : []),
  ];
};
