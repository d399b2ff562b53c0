import { carriedQuery, routeOf } from './address.ts';

/**
 * Adds the query of the address, with its coupon, to each link of the site that is followed before React renders it
 * with that query. A document is prerendered for every visitor, so its links contain a language only.
 */
export const carryQueryByClick = (hydrated: AbortSignal): void => {
  const carry = (event: Event): void => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (link === undefined || link.origin !== location.origin || routeOf(link.pathname) === null) return;
    link.search = carriedQuery(location.search, Object.fromEntries(new URLSearchParams(link.search)));
  };
  document.addEventListener('click', carry, { capture: true, signal: hydrated });
};
