import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { userApiVersion } from '../../contracts/api.ts';
import { renewalInterval, type Session, tokenPattern } from '../../contracts/session.ts';
import { done, fail, succeed } from '../../lib/result.ts';
import type { SessionStore } from '../../session/session-store.ts';
import { signInResponse } from '../testing/builders.ts';
import { createSessionRenewal, type RenewalServices } from './session-renewal.ts';

const sessionOf = (token: string): Session => ({ ...signInResponse(), token, email: 'parent@home.example' });

/** One browser with the state and the lock that tabs share. Only the other tabs receive an event for a write. */
const createBrowser = () => {
  let stored: Session | null = sessionOf('first');
  let locked = false;
  const tabs: ((session: Session | null) => void)[] = [];
  const request = async (_name: string, _options: object, work: (lock: object | null) => Promise<void>) => {
    if (locked) return work(null);
    locked = true;
    await work({}).finally(() => (locked = false));
  };
  vi.stubGlobal('navigator', { locks: { request } });
  const openTab = (): Omit<SessionStore, 'isAvailable'> => {
    let own: ((session: Session | null) => void) | undefined;
    const change = (session: Session | null) => {
      stored = session;
      for (const tab of tabs) if (tab !== own) tab(session);
    };
    return {
      read: () => stored,
      write: (session) => {
        change(session);
        return true;
      },
      remove: () => change(null),
      subscribe: (listener) => {
        own = listener;
        tabs.push(listener);
        return () => void tabs.splice(tabs.indexOf(listener), 1);
      },
    };
  };
  return { openTab };
};

const freshEntityToken = { EntityToken: 'fresh entity token', TokenExpiration: '2026-11-23T00:00:00Z' };
const withFreshEntity = (player: Parameters<RenewalServices['refreshEntityToken']>[0]) => ({
  ...player,
  data: { ...player.data, EntityToken: freshEntityToken },
});

/** Accepts everything. It activates a token after a second. */
const createServer = () => ({
  refreshEntityToken: vi.fn<RenewalServices['refreshEntityToken']>(async (player) => succeed(withFreshEntity(player))),
  identity: {
    bindToken: vi.fn<RenewalServices['identity']['bindToken']>(async () => succeed({ userID: 'u1' })),
  },
  users: {
    activateToken: vi.fn<RenewalServices['users']['activateToken']>(
      () => new Promise((resolve) => setTimeout(() => resolve(succeed({})), 1000)),
    ),
    user: vi.fn<RenewalServices['users']['user']>(async () => fail('TOKEN_EXPIRED')),
    signOut: vi.fn<RenewalServices['users']['signOut']>(async () => done),
  },
});

const onChange = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  onChange.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Page = { browser?: ReturnType<typeof createBrowser>; server?: ReturnType<typeof createServer> };

/** Opens a page in a tab of the browser. The changes replace what its store has otherwise. */
const open = (
  { browser = createBrowser(), server = createServer() }: Page = {},
  changes: Partial<SessionStore> = {},
) => {
  const store = { ...browser.openTab(), ...changes };
  const renewal = createSessionRenewal(
    createEndpoints('https://portal.example', {}),
    store,
    server,
  )(() => 'fr', onChange);
  const { activateToken } = server.users;
  return {
    browser,
    server,
    store,
    renewal,
    /** The tokens that were replaced. */
    replaced: () =>
      activateToken.mock.calls.map(
        ([, { replaces, leaving } = {}]) => `${replaces}${leaving === true ? ', leaving' : ''}`,
      ),
    /** The tokens that replaced them. */
    tokens: () => activateToken.mock.calls.map(([token]) => token),
  };
};
const rejecting = () => {
  const server = createServer();
  server.users.activateToken.mockResolvedValue(fail('TOKEN_EXPIRED'));
  return server;
};
/** The Web Locks of a browser that grants this lock. */
const locksOf = (lock: object | null) => ({
  locks: { request: async (_: string, __: object, work: (given: object | null) => unknown) => work(lock) },
});
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('the renewal of a session', () => {
  it('gets a new token and a new entity token every 3,000,000 ms, for the account in the language of the page', async () => {
    const { store, server, replaced, tokens } = open();
    await pass(renewalInterval - 1);
    expect(replaced()).toEqual([]);
    await pass(1001);
    const [token = ''] = tokens();
    expect(token).toMatch(tokenPattern);
    expect(store.read()).toEqual({ ...withFreshEntity(sessionOf('first')), token, email: 'parent@home.example' });
    const bound = { token, userApiVersion, newParentPortalAccount: false, lang: 'fr' };
    expect(server.identity.bindToken).toHaveBeenCalledExactlyOnceWith(withFreshEntity(sessionOf('first')), bound);
    expect(server.users.activateToken.mock.calls[0]?.[1]).toEqual({
      replaces: 'first',
      leaving: false,
      background: true,
    });
    expect(onChange).toHaveBeenCalledExactlyOnceWith(store.read());
    await pass(renewalInterval + 1000);
    expect(replaced()).toEqual(['first', token]);
    expect(store.read()?.token).toBe(tokens()[1]);
  });

  it('uses the old entity token when PlayFab returns no new one', async () => {
    const { store, server } = open();
    server.refreshEntityToken.mockResolvedValue(fail('SERVICE_UNAVAILABLE'));
    await pass(renewalInterval + 1000);
    expect(store.read()).toMatchObject({ data: sessionOf('first').data });
    expect(store.read()?.token).not.toBe('first');
  });

  it('ends the session when the browser does not store the new token, because the old one expires in a minute', async () => {
    const { store, server, tokens } = open({}, { write: () => false });
    await pass(renewalInterval + 1000);
    expect(server.users.signOut).toHaveBeenCalledExactlyOnceWith(tokens()[0]);
    expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
    expect(store.read()).toBeNull();
  });

  it('runs in one of several tabs, and the others follow', async () => {
    const first = open();
    open(first);
    await pass(renewalInterval / 2);
    open(first);
    await pass(renewalInterval * 3);
    const [one, two] = first.tokens();
    expect(first.replaced()).toEqual(['first', one, two]);
  });

  it('renews once when a tab has not received the first renewal yet', async () => {
    const unaware = { subscribe: () => () => {} };
    const first = open({}, unaware);
    await pass(5000);
    open(first, unaware);
    await pass(renewalInterval);
    expect(first.replaced()).toEqual(['first']);
  });

  it.each([
    ['the user cannot be updated', ({ identity }: ReturnType<typeof createServer>) => identity.bindToken],
    ['the token cannot be activated', ({ users }: ReturnType<typeof createServer>) => users.activateToken],
  ])('retries an interval later when %s, and keeps the session', async (_, callOf) => {
    const { store, server } = open();
    const failing = callOf(server).mockResolvedValue(fail('OFFLINE'));
    await pass(renewalInterval * 2);
    expect(failing).toHaveBeenCalledTimes(2);
    expect(store.read()?.token).toBe('first');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('restores no session of a person who logs out in the meantime, and ends the late token', async () => {
    const { store, server, tokens } = open();
    await pass(renewalInterval + 500);
    store.remove();
    await pass(1000);
    expect(store.read()).toBeNull();
    expect(server.users.signOut).toHaveBeenCalledExactlyOnceWith(tokens()[0]);
  });

  it('ends in all tabs after a sign-out in one', async () => {
    const here = open();
    open(here);
    here.store.remove();
    // The tab that signed out knows it; the other one needs no timer any more.
    expect(vi.getTimerCount()).toBe(1);
    await pass(renewalInterval * 2);
    expect(here.replaced()).toEqual([]);
  });

  it('notices that the session ended on the server, here and in the other tabs', async () => {
    const { store, browser, server } = open({ server: rejecting() });
    const heard = vi.fn();
    browser.openTab().subscribe(heard);
    await pass(renewalInterval);
    expect(server.users.user).toHaveBeenCalledExactlyOnceWith('first');
    expect(store.read()).toBeNull();
    expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
    expect(heard).toHaveBeenCalledExactlyOnceWith(null);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['the server accepts its token, and only the new one arrived too late', succeed({ id: 'u1', integrations: [] })],
    ['the server cannot be reached', fail('SERVICE_UNAVAILABLE')],
  ])('keeps a session when %s', async (_, answer) => {
    const server = rejecting();
    server.users.user.mockResolvedValue(answer);
    const { store } = open({ server });
    await pass(renewalInterval);
    expect(store.read()?.token).toBe('first');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('keeps a session that was stored while the old one turned out to be invalid', async () => {
    const server = rejecting();
    const { store } = open({ server });
    server.users.user.mockImplementation(async () => {
      store.write(sessionOf('another person’s'));
      return fail('TOKEN_EXPIRED');
    });
    await pass(renewalInterval);
    expect(store.read()?.token).toBe('another person’s');
  });

  it('stops with the page, and does nothing without a session', async () => {
    const first = open();
    first.renewal.stop();
    expect(vi.getTimerCount()).toBe(0);
    first.browser.openTab().remove();
    open(first);
    await pass(renewalInterval * 2);
    expect(first.replaced()).toEqual([]);
  });

  it.each([
    ['gets the Web Lock of the browser', locksOf({}), 1],
    ['does not get it', locksOf(null), 0],
    ['has no Web Locks', {}, 1],
  ])('renews in a tab that %s: %j', async (_, navigator, count) => {
    const { replaced } = open();
    vi.stubGlobal('navigator', navigator);
    await pass(renewalInterval);
    expect(replaced()).toHaveLength(count);
  });

  it('does not continue when the page closes during a renewal', async () => {
    const unsubscribe = vi.fn();
    const { renewal } = open({}, { subscribe: () => unsubscribe });
    await pass(renewalInterval + 500);
    renewal.stop();
    expect(unsubscribe).toHaveBeenCalledOnce();
    await pass(500);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a token that leaves in a store link', () => {
  it('is replaced immediately, and again an interval later', async () => {
    const { store, renewal, replaced, tokens } = open();
    await pass(renewalInterval / 2);
    renewal.leave();
    await pass(1000);
    expect(store.read()?.token).toBe(tokens()[0]);
    expect(onChange).toHaveBeenCalledExactlyOnceWith(store.read());
    await pass(renewalInterval - 1);
    expect(replaced()).toEqual(['first, leaving']);
    await pass(1);
    expect(replaced()).toEqual(['first, leaving', tokens()[0]]);
  });

  it('is replaced once for a click that causes three events', async () => {
    const { renewal, replaced, server } = open();
    for (let event = 0; event < 3; event += 1) renewal.leave();
    await pass(1000);
    expect(replaced()).toEqual(['first, leaving']);
    expect(server.users.signOut).not.toHaveBeenCalled();
  });

  it('is still marked as leaving when the renewal failed and the regular one retries', async () => {
    const { renewal, replaced, server } = open();
    server.users.activateToken.mockResolvedValueOnce(fail('OFFLINE'));
    renewal.leave();
    await pass(renewalInterval + 1000);
    expect(replaced()).toEqual(['first, leaving', 'first, leaving']);
  });

  it('is ignored without a session', async () => {
    const { store, renewal, replaced } = open();
    store.remove();
    renewal.leave();
    await pass(1000);
    expect(replaced()).toEqual([]);
  });
});
