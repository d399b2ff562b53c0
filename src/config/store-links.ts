import { type Brand, brand } from './brand.ts';
import { type BuildVariable, textOf, type Variables, variables } from './variables.ts';

/** Where the app is downloaded. By default pages on the brand's own domain, which may redirect to the stores. */
export type StoreLinks = { appStore: string; googlePlay: string };

/** @throws when a link is no https address: a session token travels in it. */
const secure = (name: string, text: string): string => {
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return text;
  throw new Error(`${name} needs an address such as https://apps.apple.com/app/id123, got "${text}"`);
};

/** `VITE_APP_STORE_URL` and `VITE_GOOGLE_PLAY_URL`, fixed when the pages are built. */
export const createStoreLinks = (source: Variables, { domain }: Brand): StoreLinks => {
  const link = (name: BuildVariable, page: string): string =>
    secure(name, textOf(source, name) ?? `https://${domain}/${page}`);
  return {
    appStore: link('VITE_APP_STORE_URL', 'app-store'),
    googlePlay: link('VITE_GOOGLE_PLAY_URL', 'google-play'),
  };
};

export const storeLinks = createStoreLinks(variables, brand);

/** A store link that tells the app who comes (spec section 2, `/confirmation`); without a session it is the plain one. */
export const storeLinkFor = (link: string, token: string | undefined): string => {
  if (token === undefined) return link;
  const url = new URL(link);
  url.searchParams.set('playfab_token', token);
  return url.href;
};
