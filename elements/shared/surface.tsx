import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Translate } from '../../src/i18n/translate.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import hostCss from './host.css?inline';
import lightCss from './light.css?inline';
import { adoptInPage, adoptInShadow } from './styles.ts';

/** Where React draws: one root for the life of a connected element. */
export type Surface = {
  show(t: Translate, content: ReactNode): void;
  remove(): void;
};

const lightContainer = (host: HTMLElement, css: string): HTMLElement => {
  const container = host.ownerDocument.createElement('div');
  container.dataset['mathsRoot'] = '';
  host.append(container);
  adoptInPage(host, css + lightCss);
  return container;
};

/** A root that is there already (declarative, or left from before a move) is used again. */
const shadowContainer = (host: HTMLElement, css: string): ShadowRoot => {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  adoptInShadow(root, hostCss + css);
  return root;
};

let count = 0;

export const createSurface = (host: HTMLElement, css: string, onFailure: (t: Translate) => void): Surface => {
  const light = host.hasAttribute('light-dom');
  const container = light ? lightContainer(host, css) : shadowContainer(host, css);
  count += 1;
  let words: Translate = (key) => key;
  // Until the words are there, and for good when they can't be had, the page's own fallback link shows.
  const fallback = host.ownerDocument.createElement('slot');
  if (container instanceof ShadowRoot) container.replaceChildren(fallback);
  const fail = (): void => onFailure(words);
  const root = createRoot(container, {
    // Two widgets in one light DOM must not share the ids of their fields.
    identifierPrefix: `maths-${count}-`,
    // Both are told by an event; React's own way is an error on the partner's console.
    onCaughtError: () => undefined,
    onUncaughtError: fail,
  });
  return {
    show(t, content) {
      words = t;
      fallback.remove();
      root.render(
        <ErrorBoundary t={t} onFailure={fail}>
          {content}
        </ErrorBoundary>,
      );
    },
    remove() {
      root.unmount();
      fallback.remove();
      if (container instanceof HTMLElement) container.remove();
    },
  };
};
