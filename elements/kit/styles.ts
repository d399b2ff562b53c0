/**
 * Whether sheets can be adopted. jsdom and happy-dom support only a part of that: tests there mount elements without
 * styles.
 */
export const canAdopt = (): boolean => 'replaceSync' in CSSStyleSheet.prototype && 'adoptedStyleSheets' in document;

/** One sheet for each text, which all elements on the page share. */
const sheets = new Map<string, CSSStyleSheet>();

const sheetOf = (css: string): CSSStyleSheet => {
  const known = sheets.get(css);
  if (known !== undefined) return known;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  sheets.set(css, sheet);
  return sheet;
};

/** Adds a constructed style sheet: a strict `style-src` forbids `<style>` and `style="…"`, but not these. */
export const adoptStyles = (root: Document | ShadowRoot, css: string): void => {
  if (!canAdopt()) return;
  const sheet = sheetOf(css);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
};
