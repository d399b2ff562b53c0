import { criticalCss } from '../../elements/build/critical-css.ts';
import { isPrerendered } from '../../elements/build/manifest.ts';
import type { Forms } from '../../elements/build/forms.ts';
import { formAttribute, formKey } from '../../elements/kit/form-protocol.ts';
import touchIcon from '../art/apple-touch-icon.png';
import icon from '../art/logo-mark.svg';
import headFont from '../fonts/fredoka-latin-wght-normal.woff2';
import textFont from '../fonts/nunito-sans-latin-wght-normal.woff2';
import type { RenderedPage } from './render-page.tsx';
import type { PageFacts } from '../script/element.ts';
import type { Language } from '../../src/contracts/language.ts';
import { routes } from '../../src/contracts/routes.ts';
import { formTags } from '../../src/contracts/tags.ts';

/** The parts of a document that its first paint needs. */
export type Parts = {
  /** Returns the addresses of modules of the elements' release and of everything that they import. */
  assets: (sources: readonly string[]) => string[];
  /** The addresses of the fonts. */
  fontCss: string;
  /** All styles of a page’s first paint. */
  firstCss: string;
  /** Styles of which a document contains those that its markup needs. The whole sheet follows later. */
  siteCss: string;
  /** The address of the whole sheet. A page of the dev server links its sheets itself. */
  sheet?: string;
  /** The script of each kind of document. */
  script: Readonly<Record<RenderedPage['kind'], string>>;
};

/** The document's element, with the classes that the script sets on it, and what the server inserts. */
const root =
  '<html class="asks-consent privacy-control without-link signed-in from-checkout"><span class="price-note"></span>';

const font = (file: string): string => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`;
const stylesheet = (file: string): string => `<link rel="stylesheet" href="${file}">`;

/**
 * Returns one page's document. It contains everything that its first paint needs, so people can type into the form as
 * soon as it is parsed, and the script of the page, so that each behaviour works from the first moment on. It links the
 * files of its element.
 */
export const pageDocument = (
  { assets, fontCss, firstCss, siteCss, sheet, script }: Parts,
  language: Language,
  { kind, route, head, body, hasForm, element, view }: RenderedPage,
): string => {
  // A document with a form loads the file that serves it first, then the fonts with the whole sheet; the element loads
  // its view. A widget has no sheet, so its document contains the styles of the fonts; for a form, its script enables
  // them. Any other page loads everything at once, and its element with a lower priority than what is visible.
  const isPage = kind === 'page';
  const first = assets(element);
  const later = assets([...element, ...view]);
  const sheets = isPage && sheet !== undefined ? [sheet] : [];
  const facts: PageFacts = {
    name: route,
    guard: routes[route].guard,
    file: first[0] ?? '',
    styles: hasForm ? sheets : [],
  };
  const css = (hasForm ? '' : fontCss) + firstCss + (isPage ? criticalCss(siteCss, root + body) : '');
  const links = sheets.map(stylesheet).join('');
  const lines = [
    '<!doctype html>',
    `<html lang="${language}"${isPage ? '' : ' class="widget"'}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    head,
    `<style>${css}</style>`,
    ...(isPage || !hasForm ? [] : [`<style media="not all">${fontCss}</style>`]),
    ...(hasForm ? first.map((file) => `<link rel="modulepreload" href="${file}">`) : []),
    `<script data-page='${JSON.stringify(facts)}'>${script[kind]}</script>`,
    ...(hasForm ? [] : [font(headFont), font(textFont)]),
    ...(hasForm ? [] : later.map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low">`)),
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${touchIcon}">`,
    ...(isPage ? [`<script type="speculationrules">${speculationRules}</script>`] : []),
    '</head>',
    '<body>',
    body,
    // At this position they do not block painting of the content before them.
    ...(links === '' ? [] : [hasForm ? `<noscript>${links}</noscript>` : links]),
    '</body>',
    '</html>',
    '',
  ];
  return lines.join('\n');
};

/** The pages that a browser may prepare: they are the same for everyone, send nothing, and contain no secret. */
const prepared = ['home', 'signIn', 'signUp', 'teacherSignUp', 'terms', 'privacy'] as const;

/** Lets the browser prerender the next page. It counts no view before it is seen (`whenShown` in page-events.ts). */
const speculationRules = JSON.stringify({
  prerender: [
    {
      where: { or: prepared.map((name) => ({ href_matches: `${routes[name].path}\\?*` })) },
      eagerness: 'moderate',
    },
  ],
});

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

/** Inserts each tag's form into its shadow root. A tag with `origin` is a widget. @throws without such a form. */
export const insertForms = (markup: string, language: Language, forms: Forms): string =>
  markup.replaceAll(new RegExp(`<(${formTags.join('|')})( [^>]*)?>`, 'g'), (start, tag: string, attributes = '') => {
    const kind = / origin="/.test(attributes) ? 'widget' : 'first-party';
    return isPrerendered(tag, kind) ? start + shadowRootOf(forms, formKey(tag, { kind, language })) : start;
  });
