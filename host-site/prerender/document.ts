import { criticalCss } from '../../elements/critical-css.ts';
import type { Assets } from '../../elements/manifest.ts';
import type { Language } from '../../src/contracts/language.ts';
import icon from '../art/logo-mark.svg';
import touchIcon from '../art/apple-touch-icon.png';
import headFont from '../fonts/fredoka-latin-wght-normal.woff2';
import textFont from '../fonts/nunito-sans-latin-wght-normal.woff2';
import type { RenderedPage } from './render-page.tsx';

/** The parts of a document that its first paint needs. */
export type Parts = {
  /**
   * Returns the addresses of modules and of everything that they import. A page belongs to the site's build, a widget to
   * the elements' own release, as partners load it.
   */
  assets: Readonly<Record<RenderedPage['kind'], (sources: readonly string[]) => Assets>>;
  /** The addresses of the fonts. */
  fontCss: string;
  /** All styles of a page’s first paint. */
  firstCss: string;
  /** Styles of which a document contains those that its markup needs. The whole sheet follows later. */
  siteCss: string;
  /** The first script of each kind of document. */
  script: Readonly<Record<RenderedPage['kind'], string>>;
};

/** Classes that the first script sets on the document. */
const states = ' class="asks-consent privacy-control without-link signed-in from-checkout"';

const font = (file: string): string => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`;

/**
 * Returns one page's document. It contains everything that its first paint needs, so people can type into the form as
 * soon as it is parsed. The controller is loaded first. The first script loads the view when it is needed or the
 * browser is idle.
 */
export const documentOf = (
  { assets, fontCss, firstCss, siteCss, script }: Parts,
  language: Language,
  { kind, head, body, controller, view, needsView }: RenderedPage,
): string => {
  const { scripts, styles } = assets[kind](view);
  const first = assets[kind](controller).scripts;
  // A document with a form loads its controller first, then the fonts, then the view. A page loads the fonts with the
  // whole sheet. A widget has no sheet, so its document contains the styles of the fonts; its first script enables them.
  const hasForm = first.length > 0;
  const fontStyles = kind === 'widget' ? [`<style media="not all">${fontCss}</style>`] : [];
  const files = {
    controller: first,
    styles: hasForm ? styles : [],
    view: scripts.filter((file) => !first.includes(file)),
  };
  const css = (hasForm ? '' : fontCss) + firstCss + (kind === 'page' ? criticalCss(siteCss, states + body) : '');
  const links = styles.map((file) => `<link rel="stylesheet" href="${file}">`);
  const sheets = hasForm ? [`<noscript>${links.join('')}</noscript>`] : links;
  const lines = [
    '<!doctype html>',
    `<html lang="${language}"${kind === 'widget' ? ' class="widget"' : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    head,
    `<style>${css}</style>`,
    ...fontStyles,
    ...first.map((file) => `<link rel="modulepreload" href="${file}">`),
    `<script data-files='${JSON.stringify(files)}'${needsView ? ' data-now' : ''}>${script[kind]}</script>`,
    ...(hasForm ? [] : [font(headFont), font(textFont)]),
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${touchIcon}">`,
    '</head>',
    '<body>',
    body,
    // At this position they do not block painting of the content before them.
    ...(kind === 'page' ? sheets : []),
    '</body>',
    '</html>',
    '',
  ];
  return lines.join('\n');
};
