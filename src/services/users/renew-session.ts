import { userApiVersion } from '../../contracts/api.ts';
import type { Language } from '../../contracts/language.ts';
import type { Session } from '../../contracts/session.ts';
import { type Result, succeed } from '../../lib/result.ts';
import type { RefreshEntityToken } from '../identity/refresh-entity-token.ts';
import type { Identity } from '../identity/identity.ts';
import { createPortalToken } from './register-token.ts';
import type { UsersClient } from './users.ts';

export type RenewSessionServices = {
  refreshEntityToken: RefreshEntityToken;
  identity: Pick<Identity, 'addOrUpdateUser'>;
  users: Pick<UsersClient, 'registerToken'>;
};

/**
 * Gets a new token by the two calls of a sign-in, with the old one as `Authorization: Bearer`. The old one expires a
 * minute later, or a day later when it is `leaving` in a store link (decisions.md#4-sessions-and-tokens). The last call
 * has a long timeout, because no visitor waits for it and it must not be lost.
 */
export const renewSession = async (
  { refreshEntityToken, identity, users }: RenewSessionServices,
  session: Session,
  { language, leaving }: { language: Language; leaving: boolean },
): Promise<Result<Session>> => {
  const fresh = await refreshEntityToken(session);
  // The old entity token may still be valid when there is no new one.
  const player = fresh.ok ? fresh.value : session;
  const token = createPortalToken();
  const bound = await identity.addOrUpdateUser(player, {
    token,
    userApiVersion,
    newParentPortalAccount: false,
    lang: language,
  });
  if (!bound.ok) return bound;
  const registered = await users.registerToken(token, { replaces: session.token, leaving, background: true });
  return registered.ok ? succeed({ ...session, ...player, token }) : registered;
};
