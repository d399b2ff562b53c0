import { arrivalParameters, type RouteName } from '../../src/contracts/routes.ts';
import { routeOf } from './address.ts';

/**
 * What a page is opened with once and that is nobody else's business: the secret of a mailed link (ours has it in the
 * fragment, PlayFab's own mails in the query: decisions section 6), and what Stripe's pages bring back.
 */
const parameters: Partial<Record<RouteName, string>> = {
  resetPassword: 'token',
  dashboard: arrivalParameters.payment,
  confirmation: arrivalParameters.checkout,
  classroomUpdate: 'token',
};

export type Arrival = { page: RouteName; value: string };

/** What this address brings, if anything, and the address without it. */
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
  /** Of the page's first script, which stands in the document itself, for the modules that come later. */
  var siteArrival: Arrival | null | undefined;
}

/** Moves it from the address bar and the history entry into memory. Runs before anything else is loaded. */
export const takeArrival = (): void => {
  const { arrival, clean } = splitArrival(new URL(location.href));
  globalThis.siteArrival = arrival;
  if (clean !== location.href) history.replaceState(null, '', clean);
};

let kept: Arrival | null = null;

/** Takes it out of the global, where any script could read it. */
const arrived = (): Arrival | null => {
  if (globalThis.siteArrival !== undefined) kept = globalThis.siteArrival;
  globalThis.siteArrival = undefined;
  return kept;
};

/** What the page was opened with, for as long as it is loaded; null when it was opened plainly. */
export const arrivalAt = (page: RouteName): string | null => {
  const arrival = arrived();
  return arrival?.page === page ? arrival.value : null;
};

/** A visit is over: who comes back to the page within the site arrives plainly. */
export const forgetArrival = (page: RouteName): void => {
  if (arrived()?.page === page) kept = null;
};
