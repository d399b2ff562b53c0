import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import type { Session } from '../../contracts/session.ts';
import { renewalInterval } from '../../contracts/token.ts';
import { done, fail, succeed } from '../../lib/result.ts';
import { createIdentity } from '../identity/identity.ts';
import { signInResponse } from '../testing/builders.ts';
import { createSessionRenewal } from './session-renewal.ts';
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

  it('ends when the server rejects its token', async () => {
    const { store, registerToken, user, onChange } = openPage();
    registerToken.mockResolvedValue(fail('TOKEN_EXPIRED'));
    user.mockResolvedValue(fail('TOKEN_EXPIRED'));
    await vi.advanceTimersByTimeAsync(renewalInterval * 1.5);
    expect(user).toHaveBeenCalledExactlyOnceWith(session.token);
    expect(store.read()).toBeNull();
    expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
  });

  it.each([
    ['accepts its token', succeed({ id: 'u1', integrations: [] })],
    ['cannot be reached', fail('SERVICE_UNAVAILABLE')],
  ])('continues when only the new token was rejected and the server %s', async (_, answer) => {
    const { store, registerToken, user, onChange } = openPage();
    registerToken.mockResolvedValue(fail('TOKEN_EXPIRED'));
    user.mockResolvedValue(answer);
    await vi.advanceTimersByTimeAsync(renewalInterval * 1.5);
    expect(user).toHaveBeenCalledOnce();
    expect(store.read()).toEqual(session);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('ends a token that arrives after the person has signed out', async () => {
    const { store, registerToken, signOut } = openPage();
    registerToken.mockImplementation(async () => {
      store.remove();
      return succeed({});
    });
    await vi.advanceTimersByTimeAsync(renewalInterval * 1.5);
    expect(signOut).toHaveBeenCalledExactlyOnceWith(registerToken.mock.calls[0]?.[0]);
    expect(store.read()).toBeNull();
  });
});
