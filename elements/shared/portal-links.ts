import type { Language } from '../../src/contracts/language.ts';
import { type RoutePath, uncarriedParameters } from '../../src/contracts/routes.ts';

type Context = { portal: string; language: Language; coupon: string | undefined; search: string };

/**
 * A link to a page of the portal, with `lang` and `coupon` and the rest of the query string carried along, but never
 * a secret or an arrival (decisions section 6). `search` is empty in widget mode: a partner's parameters are not ours to pass on.
 */
export const portalLink = (path: RoutePath, { portal, language, coupon, search }: Context): string => {
  const query = new URLSearchParams(search);
  for (const name of uncarriedParameters) query.delete(name);
  query.set('lang', language);
  if (coupon !== undefined) query.set('coupon', coupon);
  return `${portal}${path}?${query}`;
};
