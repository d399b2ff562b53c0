import { paymentReturnOf } from '../../src/contracts/elements.ts';
import { arrivalParameters, isRouteName, secretOfRoute } from '../../src/contracts/routes.ts';

/**
 * Returns the parameters with the private value that a page is opened with once: the secret of a mailed link (ours has
 * it in the fragment, PlayFab's own mails in the query: decisions.md#6-flows), or the value that a page of Stripe
 * returns.
 */
const parametersOf = (page: string): { mailed: string; given: string } | undefined => {
  if (page === 'dashboard') return { mailed: 'token', given: arrivalParameters.payment };
  const secret = isRouteName(page) ? secretOfRoute(page) : undefined;
  return secret === undefined || secret === 'path' ? undefined : { mailed: secret, given: secret };
};

/** What mail programs put into a link: spaces, invisible characters, soft line breaks, and each of them encoded. */
const noise = /[\s=\u00ad\u200b-\u200f\u2060\ufeff]|%(?:25)*[\da-f]{2}/gi;

/**
 * Returns the secret of one of our links (src/contracts/session.ts), also if characters are in it or behind it that do
 * not belong to it; undefined if it is damaged. `3D` is an equals sign of a mail that was not decoded.
 */
const secretIn = (value: string): string | undefined =>
  /^(?:3D)?([\w-]{43})(?![a-z\d])/i.exec(value.replace(noise, ''))?.[1];

/** Returns the private value of an address (empty for a damaged secret, null for none), and the address without it. */
export const splitArrival = (page: string, address: URL): { arrival: string | null; clean: string } => {
  const names = parametersOf(page);
  if (names === undefined) return { arrival: null, clean: address.href };
  // Some mail programs encode the `#` and the equals sign.
  const encoded = new RegExp(`(?:#|%(?:25)*23)${names.mailed}(?:=|%(?:25)*3D|$)`, 'i');
  const clean = new URL(address.href.replace(encoded, `#${names.mailed}=`));
  const mailed = new URLSearchParams(clean.hash.slice(1)).get(names.mailed);
  const given = clean.searchParams.get(names.given);
  if (mailed !== null) clean.hash = '';
  clean.searchParams.delete(names.given);
  if (mailed !== null) return { arrival: secretIn(mailed) ?? '', clean: clean.href };
  // PlayFab's tokens and the values of Stripe have their own forms.
  return { arrival: given && (secretIn(given) ?? given.replace(/[^\w=-]+$/, '')), clean: clean.href };
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
  const names = parametersOf(page);
  const isSecret = arrival !== null && paymentReturnOf(arrival) === undefined;
  return names === undefined || !isSecret ? '' : `#${new URLSearchParams({ [names.mailed]: arrival })}`;
};

/**
 * Loads the page again when a second link is opened in its tab: only the fragment changes then, and nothing reads it.
 */
export const followArrivals = (page: string): void =>
  addEventListener('hashchange', () => {
    if (splitArrival(page, new URL(location.href)).arrival !== null) location.reload();
  });
