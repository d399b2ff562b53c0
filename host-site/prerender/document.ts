import type { Language } from '../../src/contracts/language.ts';
import { assetsOf, type Manifest } from './assets.ts';
import type { RenderedPage } from './render-page.tsx';

/** Puts `text` in the one place of `mark`. @throws when it is not there: the document has changed without this. */
const put = (html: string, mark: string, text: string): string => {
  const parts = html.split(mark);
  if (parts.length !== 2) throw new Error(`The built document has ${parts.length - 1} × ${mark}`);
  return parts.join(text);
};

/**
 * Asked for all at once with the document, less what the client's build has put in already. The page is readable before any
 * of these scripts, so styles, fonts and its first picture go first.
 */
const linksTo = (manifest: Manifest, sources: readonly string[], built: string): string => {
  const { scripts, styles } = assetsOf(manifest, sources);
  const isNew = (file: string) => !built.includes(`"${file}"`);
  return [
    ...styles.filter(isNew).map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
    ...scripts.filter(isNew).map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`),
  ].join('\n    ');
};

/**
 * One page's document, made of the one that the client's build wrote.
 * Nothing is painted before the start script has run: it may know that another page is to be shown.
 */
export const documentOf = (
  built: string,
  manifest: Manifest,
  language: Language,
  { head, body, sources }: RenderedPage,
): string => {
  const title = /<title>[^<]*<\/title>/.exec(built)?.[0] ?? '<title>';
  return [
    ['<html lang="en">', `<html lang="${language}">`],
    ['<script type="module"', '<script type="module" blocking="render"'],
    [title, head],
    ['</head>', `  ${linksTo(manifest, sources, built)}\n  </head>`],
    ['<div id="site"></div>', `<div id="site">${body}</div>`],
  ].reduce((html, [mark = '', text = '']) => put(html, mark, text), built);
};
