import { preload } from '../../elements/prerendered/preload.ts';
import { list, object, parseJson, text } from '../../src/lib/shapes.ts';
import { revealFallback } from '../layout/reveal-fallback.ts';

/**
 * The files of a document, listed in the `data-files` of its first script. The first file of `controller` and `view`
 * imports the others. `styles` are those that the document does not link itself.
 */
const isFiles = object({ controller: list(text), styles: list(text), view: list(text) });

/** Reads the files. @throws when the document does not name its files */
export const readFiles = () => {
  const files = parseJson(document.currentScript?.dataset['files'] ?? null, isFiles);
  if (files === undefined) throw new Error('The first script needs data-files');
  return files;
};

/** Adds a style sheet to the page. It also resolves when the sheet cannot be loaded, because the page works without it. */
const addSheet = (href: string): Promise<void> =>
  new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    for (const type of ['load', 'error']) link.addEventListener(type, () => resolve());
    document.head.append(link);
  });

/** Returns a function that loads the style sheets once, and resolves when they are applied. */
export const createLoadStyles = (styles: readonly string[]): (() => Promise<unknown>) => {
  let loaded: Promise<unknown> | undefined;
  return () => (loaded ??= Promise.all(styles.map(addSheet)));
};

/**
 * Returns a function that loads the view once: the site's React, or the element of a framed widget. It runs when the
 * styles are applied, because it may show what the document's own styles do not contain.
 */
export const createLoadView = (view: readonly string[], loadStyles: () => Promise<unknown>): (() => void) => {
  let isRequested = false;
  return () => {
    if (isRequested) return;
    isRequested = true;
    preload(view);
    loadStyles()
      .then(() => import(/* @vite-ignore */ view[0] ?? ''))
      .catch(revealFallback);
  };
};
