import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cutI18next, i18nextVersion } from './i18next-vite-plugin.ts';

const source = readFileSync('node_modules/i18next/dist/esm/i18next.js', 'utf8');

describe('the cut i18next', () => {
  it('is of the version that was read', () => {
    expect(JSON.parse(readFileSync('node_modules/i18next/package.json', 'utf8')).version).toBe(i18nextVersion);
  });

  it('is shorter by two fifths', () => {
    expect(cutI18next(source).length).toBeLessThan(source.length * 0.6);
  });

  it('lacks nothing that a sentence of ours uses: none names another, and the only format is our own', () => {
    const sentences = globSync('locales/*/*.json').map((file) => readFileSync(file, 'utf8'));
    expect(sentences.join('')).not.toContain('$t(');
    const used = sentences.flatMap((text) => [...text.matchAll(/\{\{\w+, *([^}]+)\}\}/g)].map(([, format]) => format));
    expect(new Set(used)).toEqual(new Set(['duration']));
  });

  it.each([
    ['no Connector', source.replace('class Connector', 'class Loader')],
    ['a method that is gone', source.replace('\n  cloneInstance(', '\n  clone(')],
    ['a method that is there twice', source.replace('\n  cloneInstance(', '\n  dir(lng) {\n  }\n  cloneInstance(')],
    ['a way to nest that is gone', source.replace('\n  nest(', '\n  nesting(')],
    ['no LanguageUtil', source.replace('class LanguageUtil', 'class Languages')],
    [
      'a method with other parameters',
      source.replace('  changeLanguage(lng, callback)', '  changeLanguage(\n    lng)'),
    ],
    ['a passage that is gone', source.replace('const postProcess =', 'const process =')],
    ['other formats', source.replace('const cf =', 'const formatterOf =')],
    ['an empty file', ''],
  ])('an unexpected source fails the build: %s', (_what, changed) => {
    expect(() => cutI18next(changed)).toThrow('mend this plugin');
  });
});
