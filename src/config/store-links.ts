import { brand } from './brand.ts';
import { createStoreLinks } from './links.ts';
import { variables } from './variables.ts';

/** Only browser code imports this file: a wrong link throws during its import, before a server could report it. */
export const storeLinks = createStoreLinks(variables, brand);

/** Returns a store link that identifies the visitor to the app, or the plain link without a session. */
export const storeLinkFor = (link: string, token: string | undefined): string => {
  if (token === undefined) return link;
  const url = new URL(link);
  url.searchParams.set('playfab_token', token);
  return url.href;
};
