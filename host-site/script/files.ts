import { preload } from '../../elements/loader/preload.ts';
import { revealFallback } from './reveal-fallback.ts';

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
 * Returns a function that loads the element once. It runs when the styles are applied, because it may show what the
 * document's own styles do not contain.
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
