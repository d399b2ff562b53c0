import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { userApiVersion } from '../../contracts/api.ts';
import { renewalInterval, type Session, tokenPattern } from '../../contracts/session.ts';
import { done, fail, succeed } from '../../lib/result.ts';
import { createIdentity } from '../identity/identity.ts';
import { signInResponse } from '../testing/builders.ts';
import { createSessionRenewal, renewSession, type RenewSessionServices } from './session-renewal.ts';
import { createUsersClient } from './users.ts';

const session: Session = { ...signInResponse(), token: 'A'.repeat(43), email: 'parent@home.example' };
const endpoints = createEndpoints('https://portal.example', {});

/** A page with a session, whose calls to the identity provider succeed. */
const openPage = () => {
  let stored: Session | null = session;
  const store = {
    read: () => stored,
    write: (next: Session) => {
      stored = next;
      return true;
    },
    remove: () => {
      stored = null;
    },
    subscribe: () => () => {},
  };
  const identity = {
    ...createIdentity(endpoints),
    addOrUpdateUser: vi.fn(async () => succeed({ userID: 'u1' })),
  };
  const users = createUsersClient(endpoints);
  const registerToken = vi.spyOn(users, 'registerToken').mockResolvedValue(succeed({}));
  const user = vi.spyOn(users, 'user').mockResolvedValue(succeed({ id: 'u1', integrations: [] }));
  const signOut = vi.spyOn(users, 'signOut').mockResolvedValue(done);
  const onChange = vi.fn();
  const renewal = createSessionRenewal(endpoints, store, identity, users)(() => 'fr', onChange);
  return { store, identity, registerToken, user, signOut, onChange, renewal };
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the session of an open page', () => {
  it('gets a new token in the language of the page', async () => {
    const { store, identity, registerToken, onChange } = openPage();
    await vi.advanceTimersByTimeAsync(renewalInterval * 1.5);
    const token = registerToken.mock.calls[0]?.[0];
    expect(store.read()).toMatchObject({ token, email: session.email });
    expect(onChange).toHaveBeenCalledExactlyOnceWith(store.read());
    expect(identity.addOrUpdateUser).toHaveBeenCalledExactlyOnceWith(
      session,
      expect.objectContaining({ token, lang: 'fr' }),
    );
  });

  it.each([
    ['ends when the server rejects its token', fail('TOKEN_EXPIRED'), null],
    ['continues when the server accepts its token', succeed({ id: 'u1', integrations: [] }), session],
    ['continues when the server cannot be reached', fail('SERVICE_UNAVAILABLE'), session],
  ])('%s after the new one was rejected', async (_, answer, left) => {
    const { store, registerToken, user, onChange } = openPage();
    registerToken.mockResolvedValue(fail('TOKEN_EXPIRED'));
    user.mockResolvedValue(answer);
    await vi.advanceTimersByTimeAsync(renewalInterval * 1.5);
    expect(user).toHaveBeenCalledExactlyOnceWith(session.token);
    expect(store.read()).toEqual(left);
    expect(onChange.mock.calls).toEqual(left === null ? [[null]] : []);
  });
});

const freshEntityToken = { EntityToken: 'fresh entity token', TokenExpiration: '2026-11-23T00:00:00Z' };
const fresh = { ...signInResponse(), data: { ...session.data, EntityToken: freshEntityToken } };

const build = () => ({
  refreshEntityToken: vi.fn<RenewSessionServices['refreshEntityToken']>(async () => succeed(fresh)),
  identity: {
    addOrUpdateUser: vi.fn<RenewSessionServices['identity']['addOrUpdateUser']>(async () => succeed({ userID: 'u' })),
  },
  users: { registerToken: vi.fn<RenewSessionServices['users']['registerToken']>(async () => succeed({})) },
});
const options = { language: 'fr', leaving: false } as const;

describe('a renewed session', () => {
  it('has a new token and a new entity token, which binds it to the existing account in the language of the page', async () => {
    const services = build();
    const renewed = await renewSession(services, session, options);
    const token = services.users.registerToken.mock.calls[0]?.[0] ?? '';
    expect(token).toMatch(tokenPattern);
    expect(token).not.toBe(session.token);
    expect(renewed).toEqual(succeed({ ...session, data: { ...session.data, EntityToken: freshEntityToken }, token }));
    const bound = { token, userApiVersion, newParentPortalAccount: false, lang: 'fr' };
    expect(services.identity.addOrUpdateUser).toHaveBeenCalledExactlyOnceWith(fresh, bound);
  });

  it('uses the old entity token when PlayFab returns no new one', async () => {
    const services = build();
    services.refreshEntityToken.mockResolvedValue(fail('SERVICE_UNAVAILABLE'));
    const renewed = await renewSession(services, session, options);
    expect(renewed).toMatchObject({ ok: true, value: { data: session.data } });
  });

  it('is none when the cloud function fails, or when the token cannot be registered', async () => {
    const services = build();
    services.identity.addOrUpdateUser.mockResolvedValueOnce(fail('SERVICE_UNAVAILABLE'));
    expect(await renewSession(services, session, options)).toEqual(fail('SERVICE_UNAVAILABLE'));
    expect(services.users.registerToken).not.toHaveBeenCalled();
    services.users.registerToken.mockResolvedValue(fail('TOKEN_EXPIRED'));
    expect(await renewSession(services, session, options)).toEqual(fail('TOKEN_EXPIRED'));
  });

  it.each([true, false])('reports to the server whether the old token left in a store link: %s', async (leaving) => {
    const services = build();
    await renewSession(services, session, { language: 'fr', leaving });
    const sent = { replaces: session.token, leaving, background: true };
    expect(services.users.registerToken.mock.calls[0]?.[1]).toEqual(sent);
  });
});
