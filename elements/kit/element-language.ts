import { defaultLanguage, type Language, languageOfTag } from '../../src/contracts/language.ts';
import { isShadowRoot } from '../../src/lib/browser.ts';

/**
 * Returns the element's own `lang`, or the nearest one of its ancestors, as usual in HTML: the host of a shadow root is
 * the parent of what is in it. A language that is not supported counts as none; without any, it returns English.
 */
export const languageOf = (element: Element): Language => {
  const { parentNode } = element;
  const parent = isShadowRoot(parentNode) ? parentNode.host : element.parentElement;
  return languageOfTag(element.getAttribute('lang')) ?? (parent === null ? defaultLanguage : languageOf(parent));
};

/**
 * Calls back when a `lang` changes that can concern the element: in its document, or in a shadow root around it.
 * @returns a function that removes the listener
 */
export const watchLanguage = (element: Element, onChange: () => void): (() => void) => {
  const observer = new MutationObserver(onChange);
  for (let root = element.getRootNode(); ; root = root.host.getRootNode()) {
    observer.observe(root, { attributeFilter: ['lang'], subtree: true });
    if (!isShadowRoot(root)) break;
  }
  return () => observer.disconnect();
};
