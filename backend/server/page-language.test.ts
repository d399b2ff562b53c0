import { describe, expect, it } from 'vitest';
import { pageLanguage } from './page-language.ts';

describe('the language of a page', () => {
  it.each([
    ['fr', 'lang=en', 'en', 'fr'],
    ['FR-ca', undefined, undefined, 'fr'],
    ['de', 'lang=fr', 'en', 'fr'],
    [null, 'CookieConsent=true; lang=fr', 'en', 'fr'],
    [null, 'xlang=fr; lang=klingon', 'en-GB', 'en'],
    [null, 'lang=de; lang=fr', 'en-GB', 'fr'],
    [null, undefined, 'fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    [null, undefined, 'de,en;q=0.3, fr;q=0.7', 'fr'],
    [null, undefined, 'fr;q=0, en;q=0.1', 'en'],
    [null, undefined, 'de, *', 'en'],
    [null, undefined, ';;q=x,,fr;q=', 'en'],
    [null, undefined, `${'de,'.repeat(31)}fr`, 'fr'],
    [null, undefined, `${'de,'.repeat(8_000)}fr`, 'en'],
    [null, undefined, undefined, 'en'],
  ])(
    'prefers the query to the cookie, and the cookie to the header: %s, %s, %s',
    (query, cookie, accepts, language) => {
      expect(pageLanguage({ query, cookie, accepts })).toBe(language);
    },
  );
});
