/** jsdom and happy-dom lack a part of it. Component tests there mount the elements without styles. */
const canAdopt = (): boolean => 'replaceSync' in CSSStyleSheet.prototype && 'adoptedStyleSheets' in document;

/**
 * Styles reach the page as constructed sheets: a strict `style-src` forbids `<style>` and `style="…"`, not these.
 * One sheet per text, shared by all elements on the page.
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

/** Adopts a sheet of its own, whose text may change. @returns a function that changes the text */
export const adoptChanging = (root: ShadowRoot): ((css: string) => void) => {
  if (!canAdopt()) return () => undefined;
  const sheet = new CSSStyleSheet();
  root.adoptedStyleSheets.push(sheet);
  return (css) => sheet.replaceSync(css);
};

/** The same rules for an element without a shadow root: `:host` becomes the scope, and nothing outside is touched. */
export const scopedTo = (selector: string, css: string): string => {
  const scoped = css.replaceAll(/:host\(([^)]*)\)/g, ':scope:is($1)').replaceAll(':host', ':scope');
  return `@scope (${selector}) {\n${scoped}\n}`;
};

/** Adopted where the element stands: the document, or the shadow root of somebody else's component. */
export const adoptInPage = (element: Element, css: string): void => {
  const root = element.getRootNode();
  if (root instanceof Document || root instanceof ShadowRoot) {
    adopt(root, scopedTo(`${element.localName}[light-dom]`, css));
  }
};
