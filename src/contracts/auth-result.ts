import type { Session } from './session.ts';

/**
 * The result that a partner's page gets (spec section 3, decisions section 3): the detail of the `auth-success`
 * event and, with `type` added, the message to the parent window. `session` is the JSON text of a `Session`.
 */
export type AuthResult = {
  session: string;
  userID: string;
  playfabID: string;
  /** Teachers only. */
  classroomCode?: string;
  classroomID?: string;
};

export type AuthSuccessMessage = AuthResult & { type: 'AUTH_SUCCESS' };

export const authResult = (session: Session, userID: string): AuthResult => ({
  session: JSON.stringify(session),
  userID,
  playfabID: session.data.PlayFabId,
});
