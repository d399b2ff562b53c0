import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages } from '../contracts/language.ts';
import { keepLanguage, languageOfTag, readLanguage } from './language.ts';

const createHost = (search: string, stored: string | null) => {
  const items = new Map(stored === null ? [] : [['lang', stored]]);
  const localStorage: Storage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: () => null,
    length: 0,
  };
  return { location: { search }, localStorage, items };
};

describe('the language', () => {
  it.each([
    ['?lang=fr', 'en', 'fr'],
    ['?coupon=x&lang=en', 'fr', 'en'],
    ['?lang=de', 'fr', 'fr'],
    ['?lang=', 'fr', 'fr'],
    ['', 'fr', 'fr'],
    ['', 'klingon', 'en'],
    ['', null, 'en'],
    ['?lang=FR', null, 'fr'],
    ['?lang=fr-CA', null, 'fr'],
  ])('comes from the query, then storage, then the default: %s, %s', (search, stored, language) => {
    expect(readLanguage(createHost(search, stored))).toBe(language);
  });

  it('is remembered', () => {
    const host = createHost('', null);
    keepLanguage('fr', host);
    expect(host.items.get('lang')).toBe('fr');
  });

  it('is one of ours, whatever the query string and the storage say', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (query, stored) =>
        languages.includes(readLanguage(createHost(`?lang=${query}&${query}`, stored))),
      ),
    );
    fc.assert(fc.property(fc.string(), (tag) => [...languages, undefined].includes(languageOfTag(tag))));
  });
});
