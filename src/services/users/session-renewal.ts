import type { Endpoints } from '../../config/endpoints.ts';
import type { Language } from '../../contracts/language.ts';
import type { Session } from '../../contracts/session.ts';
import { type Renewal, type RenewalOptions, startRenewal } from '../../session/renewal.ts';
import { createRefreshEntityToken } from '../identity/refresh-entity-token.ts';
import { createIdentity } from '../identity/identity.ts';
import { renewSession } from './renew-session.ts';
import { createUsersClient } from './users.ts';

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
