import { criticalCss } from '../../elements/critical-css.ts';
import type { Language } from '../../src/contracts/language.ts';
import icon from '../art/logo-mark.svg';
import touchIcon from '../art/apple-touch-icon.png';
import headFont from '../fonts/fredoka-latin-wght-normal.woff2';
import textFont from '../fonts/nunito-sans-latin-wght-normal.woff2';
import { assetsOf, type Manifest } from '../../elements/manifest.ts';
import type { RenderedPage } from './render-page.tsx';

/** What a document brings along, so that nothing else is needed before its first paint. */
export type Parts = {
  /**
   * What a kind of document is built of, and where that is served: a page by the site's build, a widget by the elements' own
   * release, as partners load it.
   */
  built: Readonly<Record<RenderedPage['kind'], { manifest: Manifest; folder: string }>>;
  /** The styles of a page’s first moment, all of them. */
  firstCss: string;
  /** Of these a document takes what its markup needs; the whole sheet comes behind it. */
  siteCss: string;
  /** The first script of each kind of document. */
  script: Readonly<Record<RenderedPage['kind'], string>>;
};

/** Classes that the first script gives to the document. */
const states = ' class="asks-consent privacy-control"';

const font = (file: string): string => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`;

/**
 * One page's document. It contains all that its first paint needs, so people can type into the form as soon as it is
 * parsed. The controller is loaded first; the first script loads the view when it is needed or the browser is idle.
 */
export const documentOf = (
  { built, firstCss, siteCss, script }: Parts,
  language: Language,
  { kind, head, body, controller, view, needsView }: RenderedPage,
): string => {
  const { manifest, folder } = built[kind];
  const { scripts, styles } = assetsOf(manifest, view);
  const first = assetsOf(manifest, controller).scripts;
  // The controller is loaded by the time of the view.
  const files = {
    controller: first.map((file) => folder + file),
    view: scripts.filter((file) => !first.includes(file)).map((file) => folder + file),
  };
  const css = kind === 'page' ? firstCss + criticalCss(siteCss, states + body) : firstCss;
  const lines = [
    '<!doctype html>',
    `<html lang="${language}"${kind === 'widget' ? ' class="widget"' : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    head,
    `<style>${css}</style>`,
    ...files.controller.map((file) => `<link rel="modulepreload" href="${file}">`),
    `<script data-files='${JSON.stringify(files)}'${needsView ? ' data-now' : ''}>${script[kind]}</script>`,
    // A form's page waits for its controller; the fonts follow when the first layout asks for them.
    ...(files.controller.length > 0 ? [] : [font(headFont), font(textFont)]),
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${touchIcon}">`,
    '</head>',
    '<body>',
    body,
    // Where it stands it holds up no paint of what is before it.
    ...(kind === 'page' ? styles.map((file) => `<link rel="stylesheet" href="${file}">`) : []),
    '</body>',
    '</html>',
    '',
  ];
  return lines.join('\n');
};
