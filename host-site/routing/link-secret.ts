import { routeOf } from './address.ts';

/**
 * Takes the one-time token out of the address of a recovery link. Ours has it in the fragment, PlayFab's own mails in
 * the query (decisions section 6). Answers the token, if any, and the address without it.
 */
export const splitLinkSecret = (address: URL): { secret: string | null; clean: string } => {
  const clean = new URL(address);
  if (routeOf(address.pathname) !== 'resetPassword') return { secret: null, clean: clean.href };
  const secret = new URLSearchParams(address.hash.slice(1)).get('token') ?? address.searchParams.get('token');
  clean.hash = '';
  clean.searchParams.delete('token');
  return { secret, clean: clean.href };
};

let kept: string | null = null;

/** Moves the secret from the address bar and the history entry into memory. Runs before anything else is loaded. */
export const takeLinkSecret = (): void => {
  const { secret, clean } = splitLinkSecret(new URL(location.href));
  kept = secret;
  if (clean !== location.href) history.replaceState(null, '', clean);
};

/** The secret of this page load; null when the page was not opened by a recovery link. */
export const linkSecret = (): string | null => kept;
