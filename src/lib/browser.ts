import { defaultLanguage, type Language, languageOfTag } from '../contracts/language.ts';

/** Returns whether the browser runs on Android. */
export const isAndroid = ({ userAgent }: Pick<Navigator, 'userAgent'> = globalThis.navigator): boolean =>
  /\bAndroid\b/.test(userAgent);

/**
 * Returns whether this browser has what came last to those that the build targets (`targets` in
 * scripts/build/vite-plugins.ts). Elsewhere nothing would serve a form, so the content inside the tag stays.
 */
export const isTargetBrowser = (): boolean =>
  'withResolvers' in Promise &&
  'any' in AbortSignal &&
  'canParse' in URL &&
  'hasOwn' in Object &&
  // jsdom, in a test of a partner's page, has no `CSS`.
  (typeof CSS === 'undefined' || CSS.supports('color', 'light-dark(red, rgb(from red r g b))'));

/** Navigates to another page. It is a dependency, so that tests can observe the address. */
export const visit = (url: string): void => location.assign(url);

type Pressed = Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>;

/** Returns whether the visitor opens a link in another tab or window. */
export const opensElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: Pressed): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;

/** Calls back when Back restores this page from the back/forward cache. Returns the function that ends that. */
export const onRestored = (listener: () => void): (() => void) => {
  const onEvent = (event: PageTransitionEvent): void => {
    if (event.persisted) listener();
  };
  addEventListener('pageshow', onEvent);
  return () => removeEventListener('pageshow', onEvent);
};

/** Calls back when the visitor comes back to this page from another tab. Returns the function that ends that. */
export const onSeen = (listener: () => void): (() => void) => {
  const onEvent = (): void => {
    if (!document.hidden) listener();
  };
  document.addEventListener('visibilitychange', onEvent);
  return () => document.removeEventListener('visibilitychange', onEvent);
};

/** Writes to the browser's console. No other code does. The message never contains a token, password or email. */
export const logWarning = (message: string): void => console.warn(message);

/** Logs an error for the developer of a page that cannot work without a setting. */
export const logError = (message: string): void => console.error(message);

/** Returns random bytes (Web Crypto) as base64url without padding. */
export const randomBase64Url = (bytes: number): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/*
 * What a node is, in any window. `instanceof` compares with the classes of one window, but the nodes of an
 * element that a page took from a frame keep those of the frame.
 */

const hasType = (node: unknown, type: number): node is Node =>
  typeof node === 'object' && node !== null && 'nodeType' in node && node.nodeType === type;

export const isElement = (node: unknown): node is Element => hasType(node, 1);

/** Of the fragments, only a shadow root has a host. */
const isShadowRoot = (node: unknown): node is ShadowRoot => hasType(node, 11) && 'host' in node;

/** Returns whether the node is a root that can have styles and a focused element. */
export const isTreeRoot = (node: unknown): node is Document | ShadowRoot => hasType(node, 9) || isShadowRoot(node);

/** Returns the nearest supported `lang` of the element and its ancestors, shadow hosts included. Default: English. */
export const languageOf = (element: Element): Language => {
  const { parentNode } = element;
  const parent = isShadowRoot(parentNode) ? parentNode.host : element.parentElement;
  return languageOfTag(element.getAttribute('lang')) ?? (parent === null ? defaultLanguage : languageOf(parent));
};

/** Calls back when a `lang` changes around the element, also around its shadow roots. Returns what ends that. */
export const watchLanguage = (element: Element, onChange: () => void): (() => void) => {
  const observer = new MutationObserver(onChange);
  for (let root = element.getRootNode(); ; root = root.host.getRootNode()) {
    observer.observe(root, { attributeFilter: ['lang'], subtree: true });
    if (!isShadowRoot(root)) break;
  }
  return () => observer.disconnect();
};
