/** A rule of a style sheet that a minifier wrote; of `@media` the rules are in `body`. */
type Rule = { head: string; body: string };

/** @throws when a brace has no partner. */
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

/** Of commas between selectors, none of those within brackets. */
const comma = /,(?![^(]*\))/;

/** Set on a form that stands there already: the tag's theme, and what is sent and waits. */
const changing = ['data-theme', 'aria-disabled'];

/** Of a pointer, and no loss for the moment until the whole sheet is there. */
const isLater = /:(hover|active)/;

/** Nothing changes before React draws in it. */
const transition = /transition:[^;}]*;?/g;

/**
 * The rules that can match in these forms until React draws in them: what only an answer brings goes, with the colours of
 * it. The geometry is that of the whole sheet.
 */
export const criticalCss = (css: string, markup: string): string => {
  const classes = new Set([...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')));
  const isSeen = (selector: string): boolean => mayMatch(selector.replaceAll(/:not\([^)]*\)/g, ''));
  const mayMatch = (selector: string): boolean =>
    [...selector.matchAll(/\.([\w-]+)/g)].every(([, name = '']) => classes.has(name)) &&
    !isLater.test(selector) &&
    (!selector.includes(':disabled') || markup.includes(' disabled=')) &&
    (selector.startsWith(':host') ||
      [...selector.matchAll(/\[([\w-]+)/g)].every(
        ([, name = '']) => changing.includes(name) || markup.includes(` ${name}=`),
      ));
  const filtered = (text: string): string =>
    rulesOf(text)
      .map(({ head, body }) => {
        if (head.startsWith('@')) {
          const inner = filtered(body);
          return inner === '' ? '' : `${head}{${inner}}`;
        }
        const seen = head.split(comma).filter(isSeen);
        return seen.length === 0 ? '' : `${seen.join()}{${body.replaceAll(transition, '')}}`;
      })
      .join('');
  return withoutUnused(filtered(css));
};

/** Private properties that no rule reads any more, and rules with nothing left in them. */
const withoutUnused = (css: string): string => {
  const less = css
    .replaceAll(/(--_[\w-]+):[^;{}]*;?/g, (declaration, name: string) =>
      css.includes(`var(${name})`) ? declaration : '',
    )
    .replaceAll(/[^{}]+\{\}/g, '');
  return less === css ? css : withoutUnused(less);
};
