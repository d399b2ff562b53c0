import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildVariables } from '../../backend/config/settings.ts';
import { colors, resolveTokens, scales } from '../../src/config/design-tokens.ts';

const read = (glob: string) =>
  globSync(glob).map((file) => ({ file, text: readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '') }));

describe('the style sheets', () => {
  /** All except those of partners' pages in tests. The demo partner has its own palette, in `:root`. */
  const sheets = read('{src,elements,host-site,backend,emulators,demo}/**/*.css')
    .filter(({ file }) => !file.startsWith('elements/testing/'))
    .map(({ file, text }) => ({ file, text: file.startsWith('demo/') ? text.replace(/:root \{.*?\}/s, '') : text }));
  const own = sheets.filter(({ file }) => !file.startsWith('demo/'));
  const declarations = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/([\w-]+):\s([^;{}]+);/g)].map(([rule, property = '', value = '']) => ({
      place: `${file}: ${rule}`,
      property,
      value,
    })),
  );
  const colour =
    /#[\da-f]{3,8}\b|\b(rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\((?!from )|(?<![\w-])(black|blue|gr[ae]y|green|orange|pink|purple|red|white|yellow)(?![\w-])/i;

  it('contain no colours, nor do the mails, because the design tokens define them', () => {
    expect(declarations.length).toBeGreaterThan(1_000);
    expect(declarations.filter(({ value }) => colour.test(value)).map(({ place }) => place)).toEqual([]);
    const mails = read('backend/domain/mail/*.ts').filter(({ text }) => /[\s:]#[\da-f]{3,8}\b/i.test(text));
    expect(mails.map(({ file }) => file)).toEqual([]);
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

  it('write a step of the scales of type, space and corners by its name', () => {
    const literal = declarations
      .filter(({ place }) => /^(src|host-site)\//.test(place))
      .filter(({ property, value }) =>
        scaled.some(
          (scale) => scale.property.test(property) && parts(value).some((part) => scale.steps.includes(part)),
        ),
      );
    expect(literal.map(({ place }) => place)).toEqual([]);
  });

  it('use each colour, and only tokens and custom properties that exist', () => {
    // An unknown token is an error.
    const text = resolveTokens(own.map((sheet) => sheet.text).join('\n'));
    const written = own.map((sheet) => sheet.text).join('\n');
    expect(Object.keys(colors).filter((name) => !written.includes(`var(--color-${name})`))).toEqual([]);
    const used = new Set([...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name));
    expect([...used].filter((name) => !text.includes(`${name}:`))).toEqual([]);
    for (const sheet of sheets) expect(() => resolveTokens(sheet.text), sheet.file).not.toThrow();
  });
});

describe('the messages to other windows', () => {
  const sources = read('{src,elements,host-site}/**/*.{ts,tsx}').filter(
    ({ file }) => !/\.(test|d)\.tsx?$|elements\/testing\//.test(file),
  );

  it('go to one origin, also through post-robot, which only the bridge imports', () => {
    const postRobot = sources.flatMap(({ text }) => text.match(/postRobot\s*\.\s*(on|send|once)\b[^;]*;/g) ?? []);
    expect(postRobot).toHaveLength(3);
    for (const call of postRobot) {
      expect(call).toContain('domain: peer.origin');
      expect(call).toMatch(/window: peer\.window|send\(\s*peer\.window/);
    }
    const calls = sources.flatMap(({ text }) => text.match(/postMessage\([^)]*\)/g) ?? []);
    expect(calls.filter((call) => !call.endsWith(', target)'))).toEqual([]);
  });
});

it('a variable of the build has a row in the settings', () => {
  const names = read('{src,elements,host-site,demo}/**/*.{ts,tsx}').flatMap(
    ({ text }) => text.match(/\bVITE_[A-Z_]+/g) ?? [],
  );
  const rows: readonly string[] = buildVariables;
  expect(names.filter((name) => !rows.includes(name))).toEqual([]);
});
