import type { Endpoints } from '../../config/endpoints.ts';
import { userApiVersion } from '../../contracts/api.ts';
import type { Language } from '../../contracts/language.ts';
import { renewalInterval, type Session, type SignInResponse } from '../../contracts/session.ts';
import { type Result, succeed } from '../../lib/result.ts';
import { literal, object } from '../../contracts/shapes.ts';
import { isEntityToken, type SessionStore } from '../../session/session-store.ts';
import { createHttp, type Http } from '../http/http.ts';
import { createIdentity, type Identity } from '../identity/identity.ts';
import { failureOfPlayfab } from '../identity/playfab-call.ts';
import { createPortalToken } from './authenticate.ts';
import { createUsersClient, type UsersClient } from './users.ts';

export type RefreshEntityToken = (player: SignInResponse) => Promise<Result<SignInResponse>>;

const isAnswer = object({ code: literal(200), data: isEntityToken });

/**
 * Exchanges PlayFab's entity token, which is valid for a day and which the cloud function requires, for a new one:
 * otherwise an open page could renew its session for a day only. The SDK 1.185 exchanges only session tickets, which
 * expire as soon.
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

export type RenewalServices = {
  refreshEntityToken: RefreshEntityToken;
  identity: Pick<Identity, 'bindToken'>;
  users: Pick<UsersClient, 'activateToken' | 'user' | 'signOut'>;
};

/**
 * Gets a new token by the two calls of a sign-in. The old one expires a minute later, or a day later when it is
 * `leaving` in a store link (decisions.md#4-sessions-and-tokens). The last call must not be lost.
 */
export const renewSession = async (
  { refreshEntityToken, identity, users }: RenewalServices,
  session: Session,
  { language: lang, leaving }: { language: Language; leaving: boolean },
): Promise<Result<Session>> => {
  const fresh = await refreshEntityToken(session);
  // The old entity token may still be valid when there is no new one.
  const player = fresh.ok ? fresh.value : session;
  const token = createPortalToken();
  const bound = await identity.bindToken(player, { token, userApiVersion, newParentPortalAccount: false, lang });
  if (!bound.ok) return bound;
  const activated = await users.activateToken(token, { replaces: session.token, leaving, background: true });
  return activated.ok ? succeed({ ...session, ...player, token }) : activated;
};

const lockName = 'maths-portal-renewal';

/** Runs the work unless another tab is running it. Without Web Locks it always runs. */
const runExclusively = async (work: () => Promise<void>): Promise<void> => {
  const { locks } = navigator;
  if (locks === undefined) return work();
  await locks.request(lockName, { ifAvailable: true }, async (lock) => (lock === null ? undefined : work()));
};

export type Renewal = {
  /** Renews immediately, because the token leaves in a store link. The old one then expires within a day. */
  leave(): void;
  stop(): void;
};

/**
 * Renews the session of an open page every 50 minutes, in one of several tabs (decisions.md#4-sessions-and-tokens). A
 * failed renewal is retried an interval later and keeps the mark that its token has left. The token is valid for weeks.
 * @param language is called at each renewal: a restart after a change of language would forget which token has left
 * @param onChange receives this tab's changes: the renewed session, or null when the server ended it
 */
export type StartSessionRenewal = (language: () => Language, onChange: (session: Session | null) => void) => Renewal;

export const createSessionRenewal = (
  endpoints: Endpoints,
  store: Omit<SessionStore, 'isAvailable'>,
  services: RenewalServices = {
    refreshEntityToken: createRefreshEntityToken(endpoints),
    identity: createIdentity(endpoints),
    users: createUsersClient(endpoints),
  },
): StartSessionRenewal => {
  const { users } = services;
  /** Returns whether the session itself has ended, and not only the new token. */
  const isOver = async (token: string): Promise<boolean> => {
    const answer = await users.user(token);
    return !answer.ok && answer.failure.code === 'TOKEN_EXPIRED';
  };
  return (language, onChange) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    let left: string | undefined;

    const renewOnce = async (seen: string): Promise<void> => {
      const session = store.read();
      // Another tab was faster, or the person signed out.
      if (session === null || session.token !== seen) return;
      const renewed = await renewSession(services, session, { language: language(), leaving: seen === left });
      const over = !renewed.ok && renewed.failure.code === 'TOKEN_EXPIRED' && (await isOver(seen));
      const isOurs = store.read()?.token === seen;
      if (renewed.ok && isOurs && store.write(renewed.value)) return onChange(renewed.value);
      // It arrived after the person has signed out, or the browser did not store it.
      if (renewed.ok) void users.signOut(renewed.value.token);
      // A renewed token that the browser does not store ends the session, too: the stored one expires in a minute.
      if (isOurs && (renewed.ok || over)) {
        store.remove();
        onChange(null);
      }
    };

    const renewAndGoOn = (token: string): void => void runExclusively(() => renewOnce(token)).then(schedule, schedule);

    const schedule = (): void => {
      clearTimeout(timer);
      const session = store.read();
      if (stopped || session === null) return;
      timer = setTimeout(() => renewAndGoOn(session.token), renewalInterval);
    };

    const unsubscribe = store.subscribe(schedule);
    schedule();
    return {
      leave: () => {
        left = store.read()?.token;
        if (left !== undefined) renewAndGoOn(left);
      },
      stop: () => {
        stopped = true;
        clearTimeout(timer);
        unsubscribe();
      },
    };
  };
};
