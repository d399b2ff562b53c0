import type { Session } from '../contracts/session.ts';
import { tokenPattern } from '../contracts/token.ts';
import { type TypeGuard, matching, number, object, parseJson, text } from '../lib/shapes.ts';

const filled = matching(/./s);

export const isEntityToken = object(
  { EntityToken: filled },
  { TokenExpiration: text, Entity: object({ Id: filled, Type: text }) },
);

const signInMembers = {
  code: number,
  status: text,
  data: object({
    PlayFabId: filled,
    SessionTicket: filled,
    EntityToken: isEntityToken,
  }),
};

/** The identity provider's response to a login, as far as we read it (decisions.md#4-sessions-and-tokens). */
export const isSignInResponse = object(signInMembers);

export const isSession: TypeGuard<Session> = object({ ...signInMembers, token: matching(tokenPattern), email: filled });

/** Returns the value of `localStorage.session`, or null. A damaged value counts as absent. */
export const parseSession = (stored: string | null): Session | null => parseJson(stored, isSession) ?? null;
