import { arrivalParameters, type RouteName } from '../../src/contracts/routes.ts';
import { routeOf } from './address.ts';

/**
 * The private values that a page is opened with once: the secret of a mailed link (ours has it in the fragment,
 * PlayFab's own mails in the query: decisions.md#6-flows), and the values that Stripe's pages return.
 */
const parameters: Partial<Record<RouteName, string>> = {
  resetPassword: 'token',
  dashboard: arrivalParameters.payment,
  confirmation: arrivalParameters.checkout,
  classroomUpdate: 'token',
};

export type Arrival = { page: RouteName; value: string };

/** Returns the private values of this address, if any, and the address without them. */
export const splitArrival = (address: URL): { arrival: Arrival | null; clean: string } => {
  const clean = new URL(address);
  const page = routeOf(address.pathname);
  const name = page === null ? undefined : parameters[page];
  if (page === null || name === undefined) return { arrival: null, clean: clean.href };
  const fragment = new URLSearchParams(address.hash.slice(1));
  if (fragment.has(name)) clean.hash = '';
  clean.searchParams.delete(name);
  const value = fragment.get(name) ?? address.searchParams.get(name);
  return { arrival: value === null ? null : { page, value }, clean: clean.href };
};

declare global {
  /** The global in which the page's inline script leaves the values for the modules that are loaded later. */
  var siteArrival: Arrival | null | undefined;
}

/** Moves the values from the address bar and the history entry into memory. Runs before anything else is loaded. */
export const takeArrival = (): void => {
  const { arrival, clean } = splitArrival(new URL(location.href));
  globalThis.siteArrival = arrival;
  if (clean !== location.href) history.replaceState(null, '', clean);
};

/** Returns whether the address had a value for the page, and leaves it for the modules that are loaded later. */
export const hasArrived = (page: RouteName): boolean => globalThis.siteArrival?.page === page;

let kept: Arrival | null = null;

/** Removes the values from the global, where any script could read them. */
const arrived = (): Arrival | null => {
  if (globalThis.siteArrival !== undefined) kept = globalThis.siteArrival;
  globalThis.siteArrival = undefined;
  return kept;
};

/** The values that the page was opened with, for as long as it is loaded. Null without such values. */
export const arrivalAt = (page: RouteName): string | null => {
  const arrival = arrived();
  return arrival?.page === page ? arrival.value : null;
};

/** Ends a visit. A later visit to the page within the site has no such values. */
export const forgetArrival = (page: RouteName): void => {
  if (arrived()?.page === page) kept = null;
};
