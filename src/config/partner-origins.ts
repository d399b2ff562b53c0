import type { Audience } from '../contracts/tags.ts';

/**
 * A page that may contain a widget, for the elements, the CORS list and `frame-ancestors` (decisions.md#3-bridge).
 * `origins`: all pages with this key, such as a site and its staging copy.
 */
export type Partner = { key: string; origins: readonly string[]; audience: Audience };

/**
 * The partners that a bundle trusts, as the build created them (`vite-plugins.ts`). Outside a bundle there are none.
 */
export const partners: readonly Partner[] = typeof __PARTNERS__ === 'undefined' ? [] : __PARTNERS__;

/** Returns the origins of a key, or undefined for an unknown key. */
export const originsOfKey = (
  key: string,
  audience: Audience,
  table: readonly Partner[],
): readonly string[] | undefined =>
  table.find((partner) => partner.key === key && partner.audience === audience)?.origins;

/** Returns whether the origin belongs to the machine of the browser. In development every key is accepted there. */
export const isLoopbackOrigin = (origin: string): boolean =>
  /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);

/** Returns whether the page is under development on the visitor's own machine, where every key is accepted. */
export const isDevelopmentOrigin: (origin: string) => boolean =
  typeof __DEVELOPMENT__ !== 'undefined' && __DEVELOPMENT__ ? isLoopbackOrigin : () => false;
