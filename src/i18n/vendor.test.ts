import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cutI18next, i18nextVersion } from './i18next-vite-plugin.ts';

const source = readFileSync('node_modules/i18next/dist/esm/i18next.js', 'utf8');

describe('the cut i18next', () => {
  it('is of the version that was read', () => {
    expect(JSON.parse(readFileSync('node_modules/i18next/package.json', 'utf8')).version).toBe(i18nextVersion);
  });

  it('is smaller by a seventh', () => {
    expect(cutI18next(source).length).toBeLessThan((source.length * 6) / 7);
  });

  it.each([
    ['no Connector', source.replace('class Connector', 'class Loader')],
    ['a method that is gone', source.replace('\n  cloneInstance(', '\n  clone(')],
    ['a method that is there twice', source.replace('\n  cloneInstance(', '\n  dir(lng) {\n  }\n  cloneInstance(')],
    ['an empty file', ''],
  ])('an unexpected source fails the build: %s', (_what, changed) => {
    expect(() => cutI18next(changed)).toThrow('mend this plugin');
  });
});
