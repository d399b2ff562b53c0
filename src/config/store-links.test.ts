import { describe, expect, it } from 'vitest';
import { createBrand } from './brand.ts';
import { createStoreLinks } from './links.ts';
import { storeLinkFor } from './store-links.ts';

const brand = createBrand({});
const token = 'Abc_-'.repeat(8) + 'xyz';

describe('the links to the stores', () => {
  it("leads to the brand’s own domain until an operator configures the app's addresses", () => {
    expect(createStoreLinks({}, brand)).toEqual({
      appStore: 'https://numeria.example/app-store',
      googlePlay: 'https://numeria.example/google-play',
    });
    const VITE_APP_STORE_URL = 'https://apps.apple.com/app/id123';
    expect(createStoreLinks({ VITE_APP_STORE_URL }, brand).appStore).toBe(VITE_APP_STORE_URL);
  });

  it.each(['http://apps.apple.com/app/id123', 'javascript:alert(1)', 'itms-apps://x', 'apps.apple.com'])(
    'fails the build for a store address that is not https: %s',
    (VITE_GOOGLE_PLAY_URL) => {
      expect(() => createStoreLinks({ VITE_GOOGLE_PLAY_URL }, brand)).toThrow(/VITE_GOOGLE_PLAY_URL needs/);
    },
  );

  it('adds the token to an existing query, and nothing without a session', () => {
    const link = 'https://play.google.com/store/apps/details?id=app#top';
    expect(storeLinkFor(link, token)).toBe(
      `https://play.google.com/store/apps/details?id=app&playfab_token=${token}#top`,
    );
    expect(storeLinkFor(link, undefined)).toBe(link);
  });
});
