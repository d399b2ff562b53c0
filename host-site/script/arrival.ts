import { arrivalParameters, type RouteName } from '../../src/contracts/routes.ts';

/**
 * The private values that a page is opened with once: the secret of a mailed link (ours has it in the fragment,
 * PlayFab's own mails in the query: decisions.md#6-flows), and the values that Stripe's pages return.
 */
const parameters: Partial<Record<RouteName, string>> = {
  resetPassword: 'token',
  dashboard: arrivalParameters.payment,
  confirmation: arrivalParameters.checkout,
  classroomUpdate: 'token',
  cancel: 'token',
};

/** Returns the private value of this address, if any, and the address without it. */
export const splitArrival = (page: string, address: URL): { arrival: string | null; clean: string } => {
  const clean = new URL(address);
  const name = new Map(Object.entries(parameters)).get(page);
  if (name === undefined) return { arrival: null, clean: clean.href };
  const fragment = new URLSearchParams(address.hash.slice(1));
  if (fragment.has(name)) clean.hash = '';
  clean.searchParams.delete(name);
  return { arrival: fragment.get(name) ?? address.searchParams.get(name), clean: clean.href };
};

/**
 * Moves the value from the address bar and the history entry into memory, and returns it. It runs before anything is
 * loaded, so that no request contains it. Only the page's script has it, and only for as long as the document exists.
 */
export const takeArrival = (page: string): string | null => {
  const { arrival, clean } = splitArrival(page, new URL(location.href));
  if (clean !== location.href) history.replaceState(history.state, '', clean);
  return arrival;
};

/** Returns the fragment that gives another document of this page the value. No request contains a fragment. */
export const arrivalFragment = (page: string, arrival: string | null): string => {
  const name = new Map(Object.entries(parameters)).get(page);
  return name === undefined || arrival === null ? '' : `#${new URLSearchParams({ [name]: arrival })}`;
};

/** Loads the page again when a second link is opened in its tab: only the fragment changes then, and nothing reads it. */
export const followArrivals = (page: string): void =>
  addEventListener('hashchange', () => {
    if (splitArrival(page, new URL(location.href)).arrival !== null) location.reload();
  });
