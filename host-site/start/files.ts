import { preload } from '../../elements/prerendered/preload.ts';
import { list, object, parseJson, text } from '../../src/lib/shapes.ts';
import { revealFallback } from '../layout/reveal-fallback.ts';

/**
 * The files of a document, listed in the `data-files` of its first script. The first file of each list imports the
 * others.
 */
const isFiles = object({ controller: list(text), view: list(text) });

/** Reads the files. @throws when the document does not name its files */
export const readFiles = () => {
  const files = parseJson(document.currentScript?.dataset['files'] ?? null, isFiles);
  if (files === undefined) throw new Error('The first script needs data-files');
  return files;
};

/** Returns a function that loads the view once: the site's React, or the element of a framed widget. */
export const createLoadView = (view: readonly string[]): (() => void) => {
  let isRequested = false;
  return () => {
    if (isRequested) return;
    isRequested = true;
    preload(view);
    import(/* @vite-ignore */ view[0] ?? '').catch(revealFallback);
  };
};
