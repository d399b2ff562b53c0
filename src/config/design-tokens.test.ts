import { globSync, readFileSync } from 'node:fs';
import { preprocessCSS, resolveConfig } from 'vite';
import { expect, it } from 'vitest';
import { colors, resolveTokens, scales } from './design-tokens.ts';
import { designTokens } from './vite-plugins.ts';

const read = (glob: string) =>
  globSync(glob).map((file) => ({ file, css: readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '') }));

/** All except the sheets of partners' pages in tests and of the demo partner, who has a palette of its own. */
const sheets = read('{src,elements,host-site,backend,emulators}/**/*.css').filter(
  ({ file }) => !file.startsWith('elements/testing/'),
);
const mails = read('backend/domain/mail/*.ts');
const partnerSheets = read('demo/*.css').map(({ file, css }) => ({
  file,
  css: css.replace(/:root \{.*?\}/s, ''),
}));

const declarations = [...sheets, ...partnerSheets].flatMap(({ file, css }) =>
  [...css.matchAll(/([\w-]+):\s([^;{}]+);/g)].map(([text, property = '', value = '']) => ({
    place: `${file}: ${text}`,
    property,
    value,
  })),
);

const names =
  'aqua|beige|black|blue|brown|coral|crimson|cyan|fuchsia|gold|gr[ae]y|green|indigo|ivory|lavender|lime|linen|magenta|maroon|navy|olive|orange|orchid|pink|plum|purple|red|salmon|silver|snow|tan|teal|tomato|violet|wheat|white|yellow';
const colour = new RegExp(
  String.raw`#[\da-f]{3,8}\b|\b(rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\((?!from )|(?<![\w-])(${names})(?![\w-])`,
  'i',
);

it('finds the colours of hexadecimal, functional and named notations', () => {
  for (const value of ['1px solid #FFF', '#1d214880', 'rgb(0 0 0)', 'hsla(1, 2%, 3%, 1)', 'solid red', 'Grey']) {
    expect(value).toMatch(colour);
  }
  for (const value of [
    'var(--color-white)',
    'color-mix(in srgb, var(--_link) 40%, transparent)',
    'oklch(from var(--_link) l c h)',
    'GrayText',
  ]) {
    expect(value).not.toMatch(colour);
  }
});

it('keeps colours out of the style sheets, because the design tokens define them', () => {
  expect(declarations.length).toBeGreaterThan(2_000);
  expect(declarations.filter(({ value }) => colour.test(value)).map(({ place }) => place)).toEqual([]);
});

/** The parts of a value that are not inside a function, such as `clamp()`. */
const parts = (value: string): string[] => {
  const outer = value.replaceAll(/[\w-]*\([^()]*\)/g, '');
  return outer === value ? outer.split(/[\s/]+/) : parts(outer);
};
const steps = (prefix: string): string[] =>
  Object.entries(scales).flatMap(([name, value]) => (name.startsWith(`${prefix}-`) ? [value] : []));
const scaled = [
  { property: /^font(-size)?$/, steps: steps('font-size') },
  { property: /^border-radius$/, steps: steps('radius') },
  { property: /^((row-|column-)?gap|(padding|margin)(-[a-z-]+)?)$/, steps: steps('space') },
];

it('writes a step of the scales of type, space and corners by its name', () => {
  const literal = declarations
    .filter(({ place }) => /^(src|host-site)\//.test(place))
    .filter(({ property, value }) =>
      scaled.some((scale) => scale.property.test(property) && parts(value).some((part) => scale.steps.includes(part))),
    );
  expect(literal.map(({ place }) => place)).toEqual([]);
});

it('keeps colours out of the mails, because the design tokens define them', () => {
  expect(mails.length).toBeGreaterThan(5);
  expect(mails.filter(({ css }) => /[\s:]#[\da-f]{3,8}\b/i.test(css)).map(({ file }) => file)).toEqual([]);
});

it('resolves every design token that a style sheet uses', () => {
  for (const { css } of [...sheets, ...partnerSheets])
    expect(resolveTokens(css)).not.toMatch(/var\(--(color|font-size|space|radius|shadow)-/);
  expect(resolveTokens('color: var(--color-ink)')).toBe('color: #1d2148');
});

it.each([
  [
    'host-site/a.css',
    'a { padding: var(--space-4) -8px; border: 2px solid }',
    'a { padding: 1rem -0.5rem; border: 2px solid }',
  ],
  [
    'host-site/a.css',
    'a { font-size: clamp(27px, 1.6vw + 21px, 40px) }',
    'a { font-size: clamp(1.6875rem, 1.6vw + 1.3125rem, 2.5rem) }',
  ],
  [
    'host-site/a.css',
    '@media (max-width: 480px) { a { color: var(--color-ink) } }',
    '@media (max-width: 30em) { a { color: #1d2148 } }',
  ],
  ['src/ui/a.css', 'a { gap: 8px; inline-size: 20px }', 'a { gap: calc(8*var(--maths-unit,1px)); inline-size: 20px }'],
  ['src/ui/a.css', '@media print { a { font-size: 12px } }', '@media print { a { font-size: 12px } }'],
  ['demo/a.css', 'a { font-size: 12px }', 'a { font-size: 12px }'],
])(
  'lets texts and their spaces grow with the reader’s font size, except on paper and for partners: %s %s',
  async (file, css, written) => {
    const config = await resolveConfig({ configFile: false, plugins: [designTokens()] }, 'build');
    expect((await preprocessCSS(css, `/portal/${file}`, config)).code).toBe(written);
  },
);

it('rejects a design token that does not exist', () => {
  expect(() => resolveTokens('color: var(--color-ikn)')).toThrow('--color-ikn');
});

it('contains no colour that no style sheet uses', () => {
  const used = sheets.map(({ css }) => css).join('\n');
  expect(Object.keys(colors).filter((name) => !used.includes(`var(--color-${name})`))).toEqual([]);
});

it('defines every custom property that a rule uses without a fallback', () => {
  const text = resolveTokens(sheets.map(({ css }) => css).join('\n'));
  const used = new Set([...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name));
  expect([...used].filter((name) => !text.includes(`${name}:`))).toEqual([]);
});
