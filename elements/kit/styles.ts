import { isTreeRoot } from '../../src/lib/browser.ts';

/**
 * jsdom and happy-dom support only a part of constructed style sheets. Component tests there mount the elements without
 * styles.
 */
const canAdopt = (): boolean => 'replaceSync' in CSSStyleSheet.prototype && 'adoptedStyleSheets' in document;

/**
 * Returns a constructed style sheet. A strict `style-src` forbids `<style>` and `style="…"`, but not constructed
 * sheets. There is one sheet per text, which all elements on the page share.
 */
const sheets = new Map<string, CSSStyleSheet>();

export const sheetOf = (css: string): CSSStyleSheet => {
  const known = sheets.get(css);
  if (known !== undefined) return known;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  sheets.set(css, sheet);
  return sheet;
};

const adopt = (root: Document | ShadowRoot, css: string): void => {
  if (!canAdopt()) return;
  const sheet = sheetOf(css);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
};

export const adoptInShadow = (root: ShadowRoot, css: string): void => adopt(root, css);

/**
 * Adopts a separate sheet whose text can change.
 * @returns a function that changes the text
 */
export const adoptChanging = (root: ShadowRoot): ((css: string) => void) => {
  if (!canAdopt()) return () => undefined;
  const sheet = new CSSStyleSheet();
  root.adoptedStyleSheets.push(sheet);
  return (css) => sheet.replaceSync(css);
};

const keyframes = /@keyframes [^{]+\{(?:[^{}]*\{[^{}]*\})*\s*\}/g;

/**
 * Returns the same rules for an element without a shadow root: `:host` becomes the element, so that nothing outside is
 * affected. The rules are nested and not in `@scope`, which WebKit 2.50 does not apply to text fields. A style rule cannot
 * contain keyframes.
 */
export const scopedTo = (tag: string, css: string): string => {
  const nested = css
    .replaceAll(keyframes, '')
    .replaceAll(/:host\(([^)]*)\)/g, '&[light-dom]:is($1)')
    .replaceAll(':host', '&[light-dom]');
  return `${(css.match(keyframes) ?? []).join('')}:where(${tag}[light-dom]) {\n${nested}\n}`;
};

/** Adopts the sheets in the root of the element: the document, or the shadow root of the page's component. */
export const adoptInPage = (element: Element, css: string): void => {
  const root = element.getRootNode();
  if (!isTreeRoot(root)) return;
  adopt(root, scopedTo(element.localName, css));
};
