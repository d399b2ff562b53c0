import type { Session } from './session.ts';

/**
 * For whom the portal signs a result: the key of a partner's page. It refuses a key that does not belong to the page.
 */
export type ForPartner = { partner?: string | undefined };

/** What the portal answers when a form asked for it. Neither is there on the portal's own pages. */
export type SignedResult = {
  /** A JWT for the partner's server: see docs/partners/results.md. */
  idToken?: string;
  /** Whether this sign-in is the first of the account. */
  created?: boolean;
};

/**
 * What a partner's page receives (product-spec.md#3-entities-and-their-fields, decisions.md#3-bridge): the detail of
 * `auth-success` and, with `type` added, the message to the parent window. `session` is the JSON text of a `Session`.
 */
export type AuthResult = SignedResult & {
  session: string;
  userID: string;
  playfabID: string;
  /** Teachers only. */
  classroomCode?: string;
  classroomID?: string;
};

export type AuthSuccessMessage = AuthResult & { type: 'AUTH_SUCCESS' };

export const authResult = (session: Session, userID: string, signed: SignedResult = {}): AuthResult => ({
  session: JSON.stringify(session),
  userID,
  playfabID: session.data.PlayFabId,
  ...signed,
});
