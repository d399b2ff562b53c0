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

const adopt = (root: Document | ShadowRoot, sheet: CSSStyleSheet): void => {
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
};

export const adoptInShadow = (root: ShadowRoot, css: string): void => adopt(root, sheetOf(css));

/** The same rules for an element without a shadow root: `:host` becomes the scope, and nothing outside is touched. */
export const scopedTo = (selector: string, css: string): string => {
  const scoped = css.replaceAll(/:host\(([^)]*)\)/g, ':scope:is($1)').replaceAll(':host', ':scope');
  return `@scope (${selector}) {\n${scoped}\n}`;
};

/** Adopted where the element stands: the document, or the shadow root of somebody else's component. */
export const adoptInPage = (element: Element, css: string): void => {
  const root = element.getRootNode();
  if (root instanceof Document || root instanceof ShadowRoot) {
    adopt(root, sheetOf(scopedTo(`${element.localName}[light-dom]`, css)));
  }
};
