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

/** The texts of sheets whose file changed since the page was loaded. */
const changed = new Map<string, string>();

/**
 * Replaces the text of a file in each sheet that contains it. Vite's dev server calls it (elements/dev-vite-plugin.ts).
 * @public
 */
export const replaceInSheets = (before: string, after: string): void => {
  for (const [css, sheet] of sheets) {
    const text = changed.get(css) ?? css;
    const isScoped = !text.includes(before);
    const next = isScoped ? text.replace(inScope(before), () => inScope(after)) : text.replace(before, () => after);
    changed.set(css, next);
    sheet.replaceSync(next);
  }
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

/**
 * Returns the same rules for an element without a shadow root: `:host` becomes the scope, so that nothing outside is
 * affected.
 */
export const scopedTo = (selector: string, css: string): string => `@scope (${selector}) {\n${inScope(css)}\n}`;

const inScope = (css: string): string =>
  css.replaceAll(/:host\(([^)]*)\)/g, ':scope:is($1)').replaceAll(':host', ':scope');

/** Adopts the sheets in the root of the element: the document, or the shadow root of the page's component. */
export const adoptInPage = (element: Element, css: string): void => {
  const root = element.getRootNode();
  if (root instanceof Document || root instanceof ShadowRoot) {
    adopt(root, scopedTo(`${element.localName}[light-dom]`, css));
  }
};
