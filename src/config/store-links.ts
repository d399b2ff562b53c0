import { type Brand, brand } from './brand.ts';
import { httpsAddress } from './https-address.ts';
import type { BuildVariable } from './settings.ts';
import { textOf, type Variables, variables } from './variables.ts';

/**
 * The addresses where the app is downloaded. The defaults are pages on the brand's own domain, which may redirect to
 * the stores.
 */
export type StoreLinks = { appStore: string; googlePlay: string };

/**
 * Returns the links of `VITE_APP_STORE_URL` and `VITE_GOOGLE_PLAY_URL`, which are fixed when the pages are built.
 * @throws when a link is not https, because it contains a session token.
 */
export const createStoreLinks = (source: Variables, { domain }: Brand): StoreLinks => {
  const link = (name: BuildVariable, page: string): string =>
    httpsAddress(name, textOf(source, name) ?? `https://${domain}/${page}`);
  return {
    appStore: link('VITE_APP_STORE_URL', 'app-store'),
    googlePlay: link('VITE_GOOGLE_PLAY_URL', 'google-play'),
  };
};

export const storeLinks = createStoreLinks(variables, brand);

/**
 * Returns a store link that identifies the visitor to the app (product-spec.md#2-screens-and-routes, `/confirmation`),
 * or the plain link without a session.
 */
export const storeLinkFor = (link: string, token: string | undefined): string => {
  if (token === undefined) return link;
  const url = new URL(link);
  url.searchParams.set('playfab_token', token);
  return url.href;
};
