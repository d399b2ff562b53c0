import { globSync, readFileSync } from 'node:fs';
import { minifySync } from 'vite';
import { describe, expect, it } from 'vitest';
import { cutReactDom } from './cut-react-dom.ts';
import { aliases, cuts, events, hooks, nothing, properties, reactCuts, reactDomVersion, tags } from './cuts.ts';

const source = readFileSync('node_modules/react-dom/cjs/react-dom-client.production.js', 'utf8');
const textsOf = (files: string): string[] =>
  globSync(`{src,elements}/**/${files}`, { exclude: ['**/*.test.*', 'elements/react-dom/**'] }).map((file) =>
    readFileSync(file, 'utf8'),
  );
const markup = textsOf('*.tsx');
const code = textsOf('*.ts');

const all = (pattern: RegExp, texts = markup): Set<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)));

const imported = [...all(/import \{([^}]*)\} from 'react(?:-dom(?:\/client)?)?'/g, [...markup, ...code])].flatMap(
  (list) => list.split(',').map((name) => name.trim()),
);

describe('the cut react-dom', () => {
  it('is of the version that was read', () => {
    expect(JSON.parse(readFileSync('node_modules/react-dom/package.json', 'utf8')).version).toBe(reactDomVersion);
  });

  it('reads the sources that it is cut for', () => {
    expect(markup.length).toBeGreaterThan(60);
    expect(all(/<([a-z]\w*)[\s>]/g)).toContain('input');
  });

  it('has the hooks that we call', () => {
    const called = all(/\b(use[A-Z]?\w*)\(/g, [...markup, ...code]);
    expect(called).toContain('useSyncExternalStore');
    expect(hooks.filter((name) => called.has(name))).toEqual([]);
  });

  it('has the kinds of elements that we make of it', () => {
    const other = imported.filter((name) => name !== '' && !name.startsWith('type ') && !/^use[A-Z]/.test(name));
    expect(new Set(other)).toEqual(
      new Set(['Component', 'Fragment', 'createElement', 'createRoot', 'flushSync', 'hydrateRoot', 'memo']),
    );
  });

  it('has the tags, the properties and the spellings that we write', () => {
    const written = all(/<([a-z][\w-]*)[\s>]/g);
    expect(tags.filter((name) => written.has(name))).toEqual([]);
    expect(properties.filter((name) => all(new RegExp(`\\s(${name})=[{"]`, 'g')).size > 0)).toEqual([]);
    const set = all(/\s([a-z][A-Za-z]*)(?:=[{"]|[?]?: )/g);
    const known = [...source.matchAll(/^ {4}\["(\w+)", "[\w:-]+"\],?$/gm)].map(([, name = '']) => name);
    expect(known.length).toBeGreaterThan(70);
    expect(Object.keys(aliases)).toEqual(expect.arrayContaining(known.filter((name) => set.has(name))));
  });

  it('tells of the events that we listen to', () => {
    const simple = /"(abort auxClick [^"]*)"/.exec(source)?.[1]?.split(' ') ?? [];
    const others = ['doubleClick', 'focus', 'blur', 'select', 'mouseEnter', 'mouseLeave', 'beforeInput', 'scrollEnd'];
    const heard = all(/\bon([A-Z]\w*)[=:]/g);
    const wanted = [...simple, ...others].filter((name) => heard.has(name.charAt(0).toUpperCase() + name.slice(1)));
    expect(events.split(' ')).toEqual(expect.arrayContaining(wanted));
    expect(wanted.length).toBeGreaterThan(8);
  });

  it('is half as long once a minifier dropped what nothing reaches', () => {
    const length = (text: string): number => minifySync('react-dom.cjs', text).code.length;
    expect(length(cutReactDom(source, cuts))).toBeLessThan(length(source) / 2);
  });

  it('comes with a react of which nothing is cut that we import', () => {
    const react = readFileSync('node_modules/react/cjs/react.production.js', 'utf8');
    expect(cutReactDom(react, reactCuts).length).toBeLessThan(react.length * 0.9);
    const cut = reactCuts.statements.map((statement) => statement.replace('exports.', ''));
    expect(cut.filter((name) => imported.includes(name))).toEqual([]);
  });

  it.each([
    ['a kind that no switch has', source, { ...cuts, kinds: [...cuts.kinds, 99] }],
    ['a name that is not there', source, { ...cuts, names: ['marquee'] }],
    ['a hook that is gone', source.replaceAll('useOptimistic', 'useHope'), cuts],
    ['a function that is gone', source.replaceAll('retryIfBlockedOn', 'retry'), cuts],
    ['another list of events', source.replace('"abort auxClick', '"auxClick abort'), cuts],
    ['an empty file', '', cuts],
  ])('an unexpected source fails the build: %s', (_what, changed, wanted) => {
    expect(() => cutReactDom(changed, wanted)).toThrow('mend cuts.ts');
  });
});

describe('a cut', () => {
  const withoutSpaces = (text: string): string => text.replaceAll(/\s+/g, '');

  it('takes a case out, and leaves its statements where the case before runs into them', () => {
    const cut = cutReactDom(
      'function f(x) { switch (x.tag) { case 4: a(); break; case 5: b(); case 8: c(); break; case 9: d(); } }',
      { ...nothing, kinds: [4, 8, 9] },
    );
    expect(withoutSpaces(cut)).toBe('functionf(x){switch(x.tag){case5:b();c();break;}}');
  });

  it('keeps the variables that a dropped part declares for others', () => {
    const cut = cutReactDom('function f(x) { switch (x.tag) { case 4: var y = 1; break; case 5: y = 2; } return y; }', {
      ...nothing,
      kinds: [4],
    });
    expect(cut).toContain('{var y;');
  });

  it('knows a tag from other numbers, and a name from the answer of `typeof`', () => {
    const cut = cutReactDom(
      'function f(x) { return 4 === x.tag || 4 === x.mode || "object" === typeof x || "object" === x; }',
      {
        ...nothing,
        kinds: [4],
        names: ['object'],
      },
    );
    expect(withoutSpaces(cut)).toContain('return!1||4===x.mode||"object"===typeofx||!1;');
  });
});
