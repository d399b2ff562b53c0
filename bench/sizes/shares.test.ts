import { SourceMap } from 'node:module';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { partOf, sharesOf, tableOf } from './shares.ts';

/** A file with eight characters of react, followed by eight of the sign-in. */
const map = new SourceMap({
  version: 3,
  file: '',
  names: [],
  sources: ['../node_modules/react/index.js', '../src/features/sign-in/sign-in.tsx'],
  sourcesContent: [],
  mappings: 'AAAA,QCAA',
  sourceRoot: '',
});

describe('the parts of what is loaded', () => {
  it.each([
    ['/project/node_modules/react-dom/cjs/react-dom.js', 'react-dom'],
    ['../node_modules/@r2wc/core/dist/core.js', '@r2wc/core'],
    ['../../src/features/sign-in/sign-in.tsx', 'src/features/sign-in'],
    ['../../src/lib/shapes.ts', 'src/lib'],
    ['../../elements/runtime/mount.tsx', 'elements/runtime'],
    ['../../elements/index.ts', 'elements'],
    [undefined, 'style sheets, and what joins modules'],
  ])('attributes %s to %s', (source, part) => {
    expect(partOf(source)).toBe(part);
  });

  it('counts each character of a file for the module in its source map', () => {
    const shares = sharesOf([{ text: 'aaaaaaaabbbbbbbb', parts: map }]);
    expect(shares.map(({ part, bytes }) => [part, bytes]).toSorted()).toEqual([
      ['react', 8],
      ['src/features/sign-in', 8],
    ]);
  });

  it('adds the parts up to the size of the files', () => {
    const texts = ['aaaaaaaabbbbbbbb', 'hello'];
    const shares = sharesOf([
      { text: texts[0] ?? '', parts: map },
      { text: texts[1] ?? '', parts: 'translations' },
    ]);
    const sum = shares.reduce((all, { compressed }) => all + compressed, 0);
    expect(sum).toBeCloseTo(texts.reduce((all, text) => all + brotliCompressSync(text).length, 0));
  });

  it('lists the parts in a table with the largest first and the sum last', () => {
    const table = tableOf([
      { part: 'react', bytes: 3072, compressed: 1536 },
      { part: 'translations', bytes: 1024, compressed: 512 },
    ]);
    expect(table.split('\n').slice(2)).toEqual([
      '| react | 3.0 | 1.5 | 75 % |',
      '| translations | 1.0 | 0.5 | 25 % |',
      '| **all** | 4.0 | 2.0 | 100 % |',
    ]);
  });
});
