import { takeInput } from '../../elements/kit/early-input.ts';
import { applyAttributes, formAttribute, loadFailedEvent } from '../../elements/kit/form-protocol.ts';
import { anyTag, taskOf } from '../../src/contracts/tags.ts';
import { type Guarded, list, object, parseJson, text } from '../../src/contracts/shapes.ts';
import { whenParsed, whenShown } from './page-events.ts';

const isFacts = object({ name: text, guard: text, file: text, styles: list(text) });

/**
 * What a document passes to its script in `data-page`: the page's name and guard (src/contracts/routes.ts),
 * the file that defines its element, if there is one, and the style sheets that the document does not link itself.
 */
export type PageFacts = Guarded<typeof isFacts>;

/** Reads the facts. @throws when the document has none */
export const readFacts = (): PageFacts => {
  const facts = parseJson(document.currentScript?.dataset['page'] ?? null, isFacts);
  if (facts === undefined) throw new Error('The script needs data-page');
  return facts;
};

/** Shows the text inside the tag, that the form has not loaded. A prerendered form covers it while scripts load. */
const revealFallback = (): void => {
  const root = document.querySelector(anyTag)?.shadowRoot;
  if (root?.querySelector('slot') === null) root.prepend(document.createElement('slot'));
};

/** Loads the styles that the first paint does not need: the whole sheet of a page, or the fonts of a widget. */
const loadStyles = (styles: readonly string[]): void => {
  document.querySelector('style[media]')?.removeAttribute('media');
  document.head.append(
    ...styles.map((href) => Object.assign(document.createElement('link'), { rel: 'stylesheet', href })),
  );
};

/**
 * Starts the element of the document: sets its attributes as soon as it is parsed, before it is visible, and loads the
 * file that defines it. A form that the document contains works from then on.
 * @param prepare sets the attributes of this visit. Returns false if the document's form must not be shown
 */
export const startElement = ({ file, styles }: PageFacts, prepare: (host: HTMLElement) => boolean): void => {
  const load = (): void => {
    import(/* @vite-ignore */ file)
      .catch(revealFallback)
      // A submit does not need the styles, and they would share the line and the processor with its file.
      .finally(() => loadStyles(styles));
  };
  let isStarted = false;
  const start = (): void => {
    const host = document.querySelector<HTMLElement>(anyTag);
    const root = host?.shadowRoot;
    const box = root?.querySelector<HTMLElement>(`[${formAttribute}]`);
    // A form follows the start of its tag.
    if (isStarted || (!box && document.readyState === 'loading')) return;
    isStarted = true;
    observer.disconnect();
    if (host === null) return;
    // A document contains no form of another task, which would need other space.
    const showsForm = prepare(host) && taskOf(host.localName, host.getAttribute('mode')) === undefined;
    if (!root || !box) return whenShown(load);
    if (showsForm) {
      takeInput(box);
      host.addEventListener(loadFailedEvent, revealFallback);
      applyAttributes(host, box);
      // The fields may be parsed after the box.
      whenParsed(() => applyAttributes(host, box));
    } else root.replaceChildren(document.createElement('slot'));
    load();
  };
  const observer = new MutationObserver(start);
  observer.observe(document, { childList: true, subtree: true });
  whenParsed(start);
};
