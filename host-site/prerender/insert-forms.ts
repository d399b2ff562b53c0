import { criticalCss } from '../../elements/build/critical-css.ts';
import { isPrerendered } from '../../elements/build/element-sources.ts';
import type { Forms } from '../../elements/build/forms.ts';
import { formAttribute, formKey } from '../../elements/runtime/form-key.ts';
import type { Language } from '../../src/contracts/language.ts';
import { formTags } from '../../src/contracts/tags.ts';

/** The text inside the tag, for browsers that run no script. The form looks as it is there: of no use. */
const fallback = '<noscript><slot></slot></noscript>';
const unusable = `@media (scripting:none){[${formAttribute}]{opacity:.4;pointer-events:none}}`;

/** Returns a declarative shadow root with a form in it. A visitor can type as soon as it is parsed. */
const shadowRootOf = ({ version, css, forms }: Forms, key: string): string => {
  const form = forms[key];
  if (form === undefined) throw new Error(`No form was rendered for ${key}`);
  const style = `<style>${criticalCss(css, form)}${unusable}</style>`;
  const box = `<div ${formAttribute}="${version} ${key}">${form}</div>`;
  return `<template shadowrootmode="open" shadowrootdelegatesfocus="">${style}${fallback}${box}</template>`;
};

/**
 * Inserts each tag's form, rendered at build time, into the tag's shadow root in this markup. A tag with `origin` is a
 * widget.
 * @throws when there is no such form.
 */
export const insertForms = (markup: string, language: Language, forms: Forms): string =>
  markup.replaceAll(new RegExp(`<(${formTags.join('|')})( [^>]*)?>`, 'g'), (start, tag: string, attributes = '') => {
    const kind = / origin="/.test(attributes) ? 'widget' : 'first-party';
    return isPrerendered(tag, kind) ? start + shadowRootOf(forms, formKey(tag, { kind, language })) : start;
  });
