/** Where the public keys of the tokens are, as a JSON Web Key Set (RFC 7517). */
export const idTokenKeysPath = '/.well-known/jwks.json';

/**
 * What a form asks the portal to sign for a partner's server: `partner` is the key of the page, the element's `origin`.
 * The portal refuses a key that does not belong to the page.
 */
export type ForPartner = { partner?: string | undefined };

/** What the portal answers when a form asked for it. Neither is there on the portal's own pages. */
export type SignedResult = {
  /** A JWT for the partner's server: see docs/partners/results.md. */
  idToken?: string;
  /** Whether this sign-in is the first of the account. */
  created?: boolean;
};
