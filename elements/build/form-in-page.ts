import { criticalCss } from './critical-css.ts';
import type { Forms } from './forms.ts';
import { formAttribute } from '../runtime/form-key.ts';

/** A declarative shadow root, as markup. */
export const rootInPage = (content: string): string =>
  `<template shadowrootmode="open" shadowrootdelegatesfocus="">${content}</template>`;

/** The text inside the tag, for browsers that run no script. The form looks as it is there: of no use. */
const forReaders = '<noscript><slot></slot></noscript>';
const unusable = `@media (scripting:none){[${formAttribute}]{opacity:.4;pointer-events:none}}`;

type Additions = {
  /** Attributes that the page sets on the form. */
  adapt?(markup: string): string;
  css?: string;
  /** Markup below the form. */
  below?: string;
};

/**
 * Returns a shadow root with a form in it. A visitor can type as soon as it is parsed, and React hydrates it later.
 * @throws when no form was rendered for this key (see form-key.ts).
 */
export const formInPage = (
  { version, css, forms }: Forms,
  key: string,
  { adapt = (markup) => markup, css: more = '', below = '' }: Additions = {},
): string => {
  const form = forms[key];
  if (form === undefined) throw new Error(`No form was rendered for ${key}`);
  const markup = adapt(form);
  const style = `<style>${criticalCss(css, markup)}${unusable}${more}</style>`;
  return rootInPage(`${style}${forReaders}<div ${formAttribute}="${version} ${key}">${markup}</div>${below}`);
};
