import type { Language } from '../../src/contracts/language.ts';
import { formTags } from '../../src/contracts/tags.ts';
import { definitionOf, type FormTag } from '../../src/contracts/tags.ts';
import type { FormKind } from '../runtime/form-key.ts';

const folderOf = (tag: string): string => {
  const name = tag.replace(/^maths-/, '');
  return `elements/${name}/${name}`;
};

/** Returns whether a page of this kind contains the prerendered form of a tag. */
export const isPrerendered = (tag: string, kind: FormKind): tag is FormTag =>
  formTags.some((form) => form === tag && (kind === 'widget' || definitionOf(form).form?.isWidgetOnly !== true));

/** The module that submits a form. Paths are relative to the project's folder. */
export const controllerSource = (tag: FormTag): string => `${folderOf(tag)}.form.ts`;

/** The module that defines a tag. */
export const elementSource = (tag: string): string => `${folderOf(tag)}.element.ts`;

/** The modules of an element's view, listed so that they can be loaded in parallel. */
export const viewSources = (tag: string, language: Language): string[] => [
  elementSource(tag),
  ...[tag.replace(/^maths-/, ''), 'common', 'errors'].map((set) => `locales/${language}/${set}.json`),
];
