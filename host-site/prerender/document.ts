import { criticalCss } from '../../elements/build/critical-css.ts';
import type { Language } from '../../src/contracts/language.ts';
import { routes } from '../../src/contracts/routes.ts';
import icon from '../art/logo-mark.svg';
import touchIcon from '../art/apple-touch-icon.png';
import headFont from '../fonts/fredoka-latin-wght-normal.woff2';
import textFont from '../fonts/nunito-sans-latin-wght-normal.woff2';
import type { PageFacts } from '../script/page-files.ts';
import type { RenderedPage } from './render-page.tsx';
import { speculationRules } from './speculation-rules.ts';

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
  script: Readonly<Record<'page' | 'form' | 'widget', string>>;
};

/** The document's element, with the classes that the script sets on it. */
const root = '<html class="asks-consent privacy-control without-link signed-in from-checkout">';

const font = (file: string): string => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`;
const stylesheet = (file: string): string => `<link rel="stylesheet" href="${file}">`;

/**
 * Returns one page's document. It contains everything that its first paint needs, so people can type into the form as
 * soon as it is parsed, and the script of the page, so that each behaviour works from the first moment on. It links the
 * files of its element.
 */
export const documentOf = (
  { assets, fontCss, firstCss, siteCss, sheet, script }: Parts,
  language: Language,
  { kind, route, head, body, controller, view }: RenderedPage,
): string => {
  // A document with a form loads its controller first, then the fonts with the whole sheet, then the view. A widget has
  // no sheet, so its document contains the styles of the fonts; for a form, its script enables them. Any other page loads everything
  // at once, and its element with a lower priority than what is visible.
  const hasForm = controller.length > 0;
  const isPage = kind === 'page';
  const first = assets(controller);
  const later = assets(view).filter((file) => !first.includes(file));
  const sheets = isPage && sheet !== undefined ? [sheet] : [];
  const facts: PageFacts = {
    name: route,
    guard: routes[route].guard,
    controller: first,
    styles: hasForm ? sheets : [],
    view: later,
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
    ...first.map((file) => `<link rel="modulepreload" href="${file}">`),
    `<script data-page='${JSON.stringify(facts)}'>${script[isPage && hasForm ? 'form' : kind]}</script>`,
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
