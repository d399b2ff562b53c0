/** A rule of a minified style sheet. For `@media`, the rules are in `body`. */
type Rule = { head: string; body: string };

/** @throws when the braces are not balanced. */
const rulesOf = (css: string): Rule[] => {
  const rules: Rule[] = [];
  let start = 0;
  let depth = 0;
  let open = 0;
  for (const { index, 0: brace } of css.matchAll(/[{}]/g)) {
    if (brace === '{') {
      if (depth === 0) open = index;
      depth += 1;
      continue;
    }
    depth -= 1;
    if (depth > 0) continue;
    rules.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, index) });
    start = index + 1;
  }
  if (depth !== 0) throw new Error('A style sheet whose braces have no partners');
  return rules;
};

/** Splits a selector list at its commas, except for those inside brackets. */
const comma = /,(?![^(]*\))/;

/** Set on a prerendered form: the theme of the tag, and the state of a submitted form. */
const changing = ['data-theme', 'aria-disabled'];

/** Selectors for the pointer, which are not needed before the whole sheet is loaded. */
const isLater = /:(hover|active)/;

const classesIn = (markup: string): Set<string> =>
  new Set([...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')));

/** Returns the rules that can match before React hydrates these forms. The layout is that of the whole sheet. */
export const criticalCss = (css: string, markup: string): string => {
  const classes = classesIn(markup);
  // Only a submit button becomes busy before React hydrates the form.
  const submitClasses = classesIn(markup.match(/<[^>]* type="submit"[^>]*>/g)?.join() ?? '');
  const isSeen = (selector: string): boolean => mayMatch(selector.replaceAll(/:not\([^)]*\)/g, ''));
  const mayMatch = (selector: string): boolean =>
    [...selector.matchAll(/\.([\w-]+)/g)].every(([, name = '']) =>
      (selector.includes('[aria-disabled') ? submitClasses : classes).has(name),
    ) &&
    !isLater.test(selector) &&
    (!selector.includes(':disabled') || markup.includes(' disabled=')) &&
    (selector.startsWith(':host') ||
      [...selector.matchAll(/\[([\w-]+)(?:="?([^\]"]*)"?)?\]/g)].every(
        ([, name = '', value]) =>
          changing.includes(name) || markup.includes(value === undefined ? ` ${name}=` : ` ${name}="${value}"`),
      ));
  const filtered = (text: string): string =>
    rulesOf(text)
      .map(({ head, body }) => {
        if (head === '@media print') return '';
        if (head.startsWith('@')) return `${head}{${filtered(body)}}`;
        const seen = head.split(comma).filter(isSeen);
        return seen.length === 0 ? '' : `${seen.join()}{${body}}`;
      })
      .join('');
  return withoutUnused(filtered(css));
};

/** Removes private properties and animations that no rule uses, and rules that are empty. */
const withoutUnused = (css: string): string => {
  const less = css
    .replaceAll(/(--_[\w-]+):[^;{}]*;?/g, (declaration, name: string) =>
      css.includes(`var(${name})`) ? declaration : '',
    )
    .replaceAll(/@keyframes ([\w-]+)\{([^{}]*\{[^{}]*\})*\}/g, (rule, name: string) =>
      css.split(name).length > 2 ? rule : '',
    )
    .replaceAll(/[^{}]+\{\}/g, '');
  return less === css ? css : withoutUnused(less);
};
