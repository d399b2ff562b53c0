import type { Language } from '../../src/contracts/language.ts';
import { parametersWithout, type RoutePath, uncarriedParameters } from '../../src/contracts/routes.ts';

type Context = { portal: string; language: Language; coupon: string | undefined; search: string };

/**
 * Returns a link to a page of the portal with `lang`, `coupon` and the rest of the query string, but never a secret or
 * an arrival (decisions.md#6-flows). `search` is empty in widget mode, because a partner's parameters must not be
 * passed on.
 */
export const portalLink = (path: RoutePath, { portal, language, coupon, search }: Context): string => {
  const query = parametersWithout(search, uncarriedParameters);
  query.set('lang', language);
  if (coupon !== undefined) query.set('coupon', coupon);
  return `${portal}${path}?${query}`;
};
