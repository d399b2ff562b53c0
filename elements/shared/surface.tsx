import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import type { Translate } from '../../src/i18n/translate.ts';
import { formAttribute, formsVersion, stuckEvent, takenEvent, takeSent } from './form-key.ts';
import hostCss from './host.css?inline';
import lightCss from './light.css?inline';
import { adoptInPage, adoptInShadow } from './styles.ts';
import { identifierPrefix, SurfaceRoot } from './surface-root.tsx';
import { announceTyped, keepTyped } from './typed.ts';

/** The same as at build time, for a form that stands there already. `key` names it (see form-key.ts). */
export type Built = { key: string; content(box: Element): ReactNode };

/** Where React draws: one root for the life of a connected element. */
export type Surface = {
  show(t: Translate, content: ReactNode, built: Built): void;
  /** What should show can't be had now; who drew the form before says so. */
  stuck(again: () => void): void;
  remove(): void;
};

/** The box that React has, in the light DOM or in a shadow root; a form that was drawn before stands in one already. */
const boxIn = (host: HTMLElement, css: string): { box: HTMLElement; shadow: ShadowRoot | undefined } => {
  const box = host.ownerDocument.createElement('div');
  if (host.hasAttribute('light-dom')) {
    box.dataset['mathsRoot'] = '';
    host.append(box);
    adoptInPage(host, css + lightCss);
    return { box, shadow: undefined };
  }
  // A root that is there already (declarative, or left from before a move) is used again.
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  adoptInShadow(shadow, hostCss + css);
  const drawn = shadow.querySelector<HTMLElement>(`[${formAttribute}]`);
  // Until the words are there, and for good when they can't be had, the page's own fallback link shows.
  if (drawn === null) shadow.replaceChildren(host.ownerDocument.createElement('slot'));
  return { box: drawn ?? box, shadow };
};

let count = 0;

export const createSurface = (host: HTMLElement, css: string, onFailure: (t: Translate) => void): Surface => {
  const { box, shadow } = boxIn(host, css);
  count += 1;
  let words: Translate = (key) => key;
  let root: Root | undefined;
  /** What is to be shown once React has taken over what was drawn. */
  let next: ReactNode;
  let isTaken = false;
  const fail = (): void => onFailure(words);
  const options = {
    // Two widgets in one light DOM must not share the ids of their fields.
    identifierPrefix: shadow === undefined ? `${identifierPrefix}${count}-` : identifierPrefix,
    // Both are told by an event; React's own way is an error on the partner's console.
    onCaughtError: () => undefined,
    onUncaughtError: fail,
  };
  // Not inside of React's own work, but still before the paint.
  let soon: (rest: () => void) => unknown = queueMicrotask;
  const taken = (): void =>
    void soon(() => {
      if (root === undefined) return;
      isTaken = true;
      flushSync(() => root?.render(next));
      announceTyped(box);
      box.dispatchEvent(new Event(takenEvent));
    });
  const tree = (content: ReactNode): ReactNode => (
    <SurfaceRoot t={words} onFailure={fail} onTaken={taken}>
      {content}
    </SurfaceRoot>
  );
  const begin = (built: Built): Root => {
    const wasSent = takeSent(box);
    if (wasSent) box.addEventListener(takenEvent, () => box.querySelector('form')?.requestSubmit(), { once: true });
    const restore = keepTyped(box);
    const isBuilt = box.getAttribute(formAttribute) === `${formsVersion} ${built.key}`;
    // What is about to be React's has nothing beside it: a snippet's style, a message that something did not load.
    for (const node of Array.from(shadow?.childNodes ?? [])) if (node !== box) node.remove();
    // One that stands there is not moved: it would lose the focus.
    if (box.parentNode === null) shadow?.append(box);
    if (isBuilt) {
      // It looks like what is to come, so the browser may answer the visitor in between.
      soon = setTimeout;
      // An error there is a fault of ours, after which React has drawn anew.
      return hydrateRoot(box, tree(built.content(box)), { ...options, onRecoverableError: restore });
    }
    box.replaceChildren();
    const fresh = createRoot(box, options);
    flushSync(() => fresh.render(next));
    restore();
    return fresh;
  };
  return {
    show(t, content, built) {
      words = t;
      next = tree(content);
      if (root === undefined) root = begin(built);
      else if (isTaken) root.render(next);
    },
    stuck(again) {
      box.dispatchEvent(new CustomEvent(stuckEvent, { detail: again }));
    },
    remove() {
      root?.unmount();
      root = undefined;
      box.remove();
    },
  };
};
