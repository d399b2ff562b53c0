import { criticalCss } from './critical-css.ts';
import type { Forms } from './forms.ts';
import { formAttribute } from './shared/form-key.ts';

/** A shadow root that a page brings along, as markup. */
export const rootInPage = (content: string): string =>
  `<template shadowrootmode="open" shadowrootdelegatesfocus="">${content}</template>`;

/** The text inside the tag, for those whose browser runs no script. */
const forReaders = '<noscript><slot></slot></noscript>';

type Additions = {
  /** What the page makes of the form. */
  adapt?(markup: string): string;
  css?: string;
  /** Markup below the form. */
  below?: string;
};

/**
 * A shadow root with a form in it: it can be typed into as soon as it is parsed, and React takes it over.
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
  const style = `<style>${criticalCss(css, markup)}${more}</style>`;
  return rootInPage(`${style}${forReaders}<div ${formAttribute}="${version} ${key}">${markup}</div>${below}`);
};
