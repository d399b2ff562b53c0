import { preload } from '../../elements/loader/preload.ts';
import { applyAttributes, type EarlyForm, listenUntilHydrated } from '../../elements/runtime/early-input.ts';
import { formAttribute } from '../../elements/runtime/form-key.ts';
import { loadFailedEvent } from '../../elements/runtime/form-protocol.ts';
import { formTags } from '../../src/contracts/tags.ts';
import { type Guarded, list, object, parseJson, text } from '../../src/lib/shapes.ts';
import { whenParsed } from './page-events.ts';

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

type FormOptions = {
  /** The files of the form's controller. */
  controller: readonly string[];
  loadStyles: () => Promise<unknown>;
  loadView: () => void;
  /** Sets the attributes of this visit. Returns false if another form than the prerendered one must be shown. */
  prepare(host: HTMLElement): boolean;
};

/**
 * Serves the form of the document as soon as it is parsed, before it is visible. The controller starts to load
 * immediately. Every submit goes to it.
 */
export const startForm = ({ controller, loadStyles, loadView, prepare }: FormOptions): void => {
  const loaded = import(/* @vite-ignore */ controller[0] ?? '');
  loaded.catch(revealFallback);
  // A submit does not need the styles, and they would share the line and the processor with its controller.
  loaded.then(loadStyles, loadStyles);
  const observer = new MutationObserver(() => {
    const host = document.querySelector<HTMLElement>(formTags.join());
    const root = host?.shadowRoot;
    const box = root?.querySelector(`[${formAttribute}]`);
    if (!host || !root || !box) return;
    observer.disconnect();
    if (!prepare(host)) {
      root.replaceChildren(document.createElement('slot'));
      return loadView();
    }
    listenUntilHydrated(
      box,
      loaded.then(({ open }): EarlyForm => open(host, box, loadView)),
    );
    box.addEventListener(loadFailedEvent, revealFallback);
    applyAttributes(host, box);
    // The fields may be parsed after the box.
    whenParsed(() => applyAttributes(host, box));
  });
  observer.observe(document, { childList: true, subtree: true });
};
