import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { languageOfTag, languages } from '../contracts/language.ts';
import { chosenLanguage, keepLanguage } from './choices.ts';
import { createMemoryStorage } from './testing/memory-storage.ts';

const createHost = (search: string, stored: string | null) => {
  const items = new Map(stored === null ? [] : [['lang', stored]]);
  return { location: { search, protocol: 'http:' }, localStorage: createMemoryStorage(items), items };
};

describe('the requested language', () => {
  it.each([
    ['?lang=fr', 'en', 'fr'],
    ['?coupon=x&lang=en', 'fr', 'en'],
    ['?lang=de', 'fr', 'fr'],
    ['?lang=', 'fr', 'fr'],
    ['', 'fr', 'fr'],
    ['', 'klingon', undefined],
    ['', null, undefined],
    ['?lang=FR', null, 'fr'],
    ['?lang=fr-CA', null, 'fr'],
  ])('reads the language from the query, then from storage: %s, %s', (search, stored, language) => {
    expect(chosenLanguage(createHost(search, stored))).toBe(language);
  });

  it('remembers the requested language in storage, and in a cookie for the server', () => {
    const host = createHost('', null);
    const page = { cookie: '' };
    vi.stubGlobal('document', page);
    keepLanguage('fr', host);
    vi.unstubAllGlobals();
    expect(host.items.get('lang')).toBe('fr');
    expect(page.cookie).toMatch(/^lang=fr;/);
  });

  it('reads a supported language or none, for any query string and storage', () => {
    const known = [...languages, undefined];
    fc.assert(
      fc.property(fc.string(), fc.string(), (query, stored) =>
        known.includes(chosenLanguage(createHost(`?lang=${query}&${query}`, stored))),
      ),
    );
    fc.assert(fc.property(fc.string(), (tag) => known.includes(languageOfTag(tag))));
  });
});
