import type { Language } from '../../src/contracts/language.ts';
import { formTags } from '../../src/contracts/tag-lists.ts';
import type { FormTag } from '../../src/contracts/tags.ts';

const folderOf = (tag: string): string => {
  const name = tag.replace(/^maths-/, '');
  return `elements/${name}/${name}`;
};

export const isFormTag = (tag: string): tag is FormTag => formTags.some((form) => form === tag);

/** The module that submits a form. Paths are relative to the project's folder. */
export const controllerSource = (tag: FormTag): string => `${folderOf(tag)}.form.ts`;

/** The module that defines a tag. */
export const elementSource = (tag: string): string => `${folderOf(tag)}.element.ts`;

/** The modules of an element's view, listed so that they can be loaded in parallel. */
export const viewSources = (tag: string, language: Language): string[] => [
  elementSource(tag),
  ...[tag.replace(/^maths-/, ''), 'common', 'errors'].map((set) => `locales/${language}/${set}.json`),
];
