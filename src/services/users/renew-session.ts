import { userApiVersion } from '../../contracts/api.ts';
import type { Language } from '../../contracts/language.ts';
import type { Session } from '../../contracts/session.ts';
import { type Result, succeed } from '../../lib/result.ts';
import type { Identity } from '../identity/identity.ts';
import { createPortalToken } from './portal-token.ts';
import type { Users } from './users.ts';

/**
 * A fresh token through the same two calls as at sign-in, with the old one as `Authorization: Bearer`; the old one
 * dies a minute later (decisions section 4). Nobody waits, so the second call is patient: it must not be lost.
 */
export const renewSession = async (
  { identity, users }: { identity: Pick<Identity, 'addOrUpdateUser'>; users: Pick<Users, 'registerToken'> },
  session: Session,
  language: Language,
): Promise<Result<Session>> => {
  const token = createPortalToken();
  const bound = await identity.addOrUpdateUser(session, {
    token,
    userApiVersion,
    newParentPortalAccount: false,
    lang: language,
  });
  if (!bound.ok) return bound;
  const registered = await users.registerToken(token, { replaces: session.token, background: true });
  return registered.ok ? succeed({ ...session, token }) : registered;
};
