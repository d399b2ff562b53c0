import type { Endpoints } from '../../config/endpoints.ts';
import { userApiVersion } from '../../contracts/api.ts';
import type { Language } from '../../contracts/language.ts';
import type { Session, SignInResponse } from '../../contracts/session.ts';
import { type Result, succeed } from '../../lib/result.ts';
import { literal, object } from '../../lib/shapes.ts';
import { type Renewal, type RenewalOptions, startRenewal } from '../../session/renewal.ts';
import { isEntityToken } from '../../session/session-store.ts';
import { createHttp, type Http } from '../http/http.ts';
import { createIdentity, type Identity } from '../identity/identity.ts';
import { failureOfPlayfab } from '../identity/playfab-call.ts';
import { createPortalToken } from './authenticate.ts';
import { createUsersClient, type UsersClient } from './users.ts';

export type RefreshEntityToken = (player: SignInResponse) => Promise<Result<SignInResponse>>;

const isAnswer = object({ code: literal(200), data: isEntityToken });

/**
 * Gets a new entity token. PlayFab's entity token is valid for a day, and `GetEntityToken` exchanges a valid one for a
 * new one. Without it, an open page could renew its session for a day only, because the cloud function requires an
 * entity token. The call is sent without the SDK, whose version 1.185 only exchanges session tickets, which expire as
 * soon.
 */
export const createRefreshEntityToken =
  ({ playfab }: Endpoints, http: Http = createHttp()): RefreshEntityToken =>
  async (player) => {
    const result = await http.request({
      method: 'POST',
      url: `${playfab.url}/Authentication/GetEntityToken`,
      headers: { 'X-EntityToken': player.data.EntityToken.EntityToken },
      json: {},
      answer: isAnswer,
      repeatable: true,
      readFailure: failureOfPlayfab,
    });
    if (!result.ok) return result;
    return succeed({ ...player, data: { ...player.data, EntityToken: result.value.data } });
  };

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

/**
 * Renews the session while a page is open. Every page with a session uses it. `onChange` receives changes of this tab;
 * the store reports changes of other tabs. `language` is called at each renewal, because a restart after a change of
 * language would forget which token has left.
 */
export type StartSessionRenewal = (language: () => Language, onChange: (session: Session | null) => void) => Renewal;

export const createSessionRenewal = (
  endpoints: Endpoints,
  store: RenewalOptions['store'],
  identity = createIdentity(endpoints),
  users = createUsersClient(endpoints),
): StartSessionRenewal => {
  const services = { identity, users, refreshEntityToken: createRefreshEntityToken(endpoints) };
  return (language, onChange) =>
    startRenewal({
      store,
      renew: (session, leaving) => renewSession(services, session, { language: language(), leaving }),
      isOver: async (token) => {
        const answer = await users.user(token);
        return !answer.ok && answer.failure.code === 'TOKEN_EXPIRED';
      },
      discard: (token) => void users.signOut(token),
      onChange,
    });
};
