import { preload } from '../../elements/loader/preload.ts';
import { formTags } from '../../src/contracts/tags.ts';
import { type Guarded, list, object, parseJson, text } from '../../src/lib/shapes.ts';

const isFacts = object({
  name: text,
  guard: text,
  controller: list(text),
  styles: list(text),
  view: list(text),
});

/**
 * What a document tells its script, in the attribute `data-page`: the page's name and guard (src/contracts/routes.ts),
 * and the addresses of its files. The first file of `controller` and
 * `view` imports the others. `styles` are those that the document does not link itself.
 */
export type PageFacts = Guarded<typeof isFacts>;

/** Reads the facts. @throws when the document has none */
export const readFacts = (): PageFacts => {
  const facts = parseJson(document.currentScript?.dataset['page'] ?? null, isFacts);
  if (facts === undefined) throw new Error('The script needs data-page');
  return facts;
};

/**
 * Shows the text inside each form tag, which explains that the form has not loaded. A prerendered form covers it while
 * its scripts are loading.
 */
export const revealFallback = (): void => {
  for (const { shadowRoot } of document.querySelectorAll(formTags.join())) {
    if (shadowRoot?.querySelector('slot') === null) shadowRoot.prepend(document.createElement('slot'));
  }
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
