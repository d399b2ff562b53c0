import { describe, expect, it } from 'vitest';
import { createBrand } from './brand.ts';
import { createLegalLinks, createPaymentOrigins, createStoreLinks, isPaymentPage } from './links.ts';
import { storeLinkFor } from './store-links.ts';

const brand = createBrand({});
const VITE_TERMS_URL = 'https://www.maths-school.org/terms';
const VITE_APP_STORE_URL = 'https://apps.apple.com/app/id123';

describe('the links out of the portal', () => {
  it('lead to the sample pages and the brand’s own domain until an operator configures addresses', () => {
    expect(createLegalLinks({})).toEqual({ terms: undefined, privacy: undefined });
    expect(createLegalLinks({ VITE_TERMS_URL, VITE_PRIVACY_URL: '' }).terms).toBe(VITE_TERMS_URL);
    expect(createStoreLinks({}, brand)).toEqual({
      appStore: 'https://numeria.example/app-store',
      googlePlay: 'https://numeria.example/google-play',
    });
    expect(createStoreLinks({ VITE_APP_STORE_URL }, brand).appStore).toBe(VITE_APP_STORE_URL);
  });

  it.each(['http://www.maths-school.org/privacy', 'www.maths-school.org/privacy', 'javascript:alert(1)'])(
    'fail the build for %s, which is not an https address',
    (url) => {
      const message = /_URL needs an https address/;
      expect(() => createLegalLinks({ VITE_PRIVACY_URL: url })).toThrow(message);
      expect(() => createStoreLinks({ VITE_GOOGLE_PLAY_URL: url }, brand)).toThrow(message);
    },
  );

  it('contain the token beside an existing query, and nothing without a session', () => {
    const link = 'https://play.google.com/store/apps/details?id=app#top';
    const token = 'Abc_-'.repeat(8) + 'xyz';
    expect(storeLinkFor(link, token)).toBe(
      `https://play.google.com/store/apps/details?id=app&playfab_token=${token}#top`,
    );
    expect(storeLinkFor(link, undefined)).toBe(link);
  });
});

it('makes isPaymentPage ignore letter case and trailing slashes in VITE_PAYMENT_ORIGINS', () => {
  const origins = createPaymentOrigins({ VITE_PAYMENT_ORIGINS: 'https://Pay.Maths-School.org/, ' });
  expect(isPaymentPage('https://pay.maths-school.org/c/pay/1', origins)).toBe(true);
  expect(isPaymentPage('https://evil.example/c/pay/1', origins)).toBe(false);
});
