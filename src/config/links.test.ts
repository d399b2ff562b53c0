import { expect, it } from 'vitest';
import { createLegalLinks } from './links.ts';

it('createLegalLinks returns the addresses that replace the sample pages', () => {
  const VITE_TERMS_URL = 'https://www.maths-school.org/terms';
  expect(createLegalLinks({})).toEqual({ terms: undefined, privacy: undefined });
  expect(createLegalLinks({ VITE_TERMS_URL, VITE_PRIVACY_URL: '' })).toEqual({
    terms: VITE_TERMS_URL,
    privacy: undefined,
  });
});

it.each(['http://www.maths-school.org/privacy', 'www.maths-school.org/privacy', '/privacy', 'javascript:alert(1)'])(
  'createLegalLinks refuses %s, which is not an https address',
  (VITE_PRIVACY_URL) => {
    expect(() => createLegalLinks({ VITE_PRIVACY_URL })).toThrow(/^VITE_PRIVACY_URL needs an https address/);
  },
);
