import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renewalInterval, type Session } from '../contracts/session.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { type RunExclusively, startRenewal } from './renewal.ts';
import type { SessionStore } from './session-store.ts';

const sessionOf = (token: string): Session => ({
  code: 200,
  status: 'OK',
  data: { PlayFabId: 'P', SessionTicket: 'ticket', EntityToken: { EntityToken: 'entity' } },
  token,
  email: 'parent@home.example',
});

/** One browser with the state that tabs share. Only the other tabs receive an event for a write. */
const createBrowser = () => {
  let stored: Session | null = sessionOf('first');
  let locked = false;
  const tabs: ((session: Session | null) => void)[] = [];
  const runExclusively: RunExclusively = async (work) => {
    if (locked) return;
    locked = true;
    await work().finally(() => (locked = false));
  };
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
  return { openTab, runExclusively };
};

/** Responds after a second, with numbered tokens. */
const createServer = () => {
  let count = 0;
  const renewed: string[] = [];
  const renew = (session: Session, leaving: boolean): Promise<Result<Session>> => {
    renewed.push(leaving ? `${session.token}, leaving` : session.token);
    count += 1;
    const next = sessionOf(`renewed ${count}`);
    return new Promise((resolve) => setTimeout(() => resolve(succeed(next)), 1000));
  };
  return { renew, renewed };
};

const [discard, isOver, onChange] = [vi.fn(), vi.fn(async () => true), vi.fn()];
beforeEach(() => {
  vi.useFakeTimers();
  for (const mock of [discard, isOver, onChange]) mock.mockClear();
});
afterEach(() => void vi.useRealTimers());

type Options = Parameters<typeof startRenewal>[0];

/** Opens a page in a tab of the browser. The changes replace what it has otherwise. */
const open = (changes: Partial<Options> = {}, browser = createBrowser()) => {
  const { renew, renewed } = createServer();
  const options = {
    store: browser.openTab(),
    renew,
    discard,
    isOver,
    onChange,
    runExclusively: browser.runExclusively,
  };
  const used: Options = { ...options, ...changes };
  return { browser, store: used.store, renewed, renewal: startRenewal(used) };
};
const rejected = () => Promise.resolve(fail('TOKEN_EXPIRED'));
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('the renewal of a session', () => {
  it('registers a fresh token every 3,000,000 ms', async () => {
    const { store, renewed } = open();
    await pass(renewalInterval - 1);
    expect(renewed).toEqual([]);
    await pass(1001);
    expect(store.read()?.token).toBe('renewed 1');
    await pass(renewalInterval + 1000);
    expect(store.read()?.token).toBe('renewed 2');
    expect(renewed).toEqual(['first', 'renewed 1']);
  });

  it('ends the session when the browser does not store the new token, because the old one expires in a minute', async () => {
    const browser = createBrowser();
    const { store } = open({ store: { ...browser.openTab(), write: () => false } }, browser);
    await pass(renewalInterval + 1000);
    expect(discard).toHaveBeenCalledExactlyOnceWith('renewed 1');
    expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
    expect(store.read()).toBeNull();
  });

  it('runs in one of several tabs, and the others follow', async () => {
    const browser = createBrowser();
    const { renew, renewed } = createServer();
    open({ renew }, browser);
    open({ renew }, browser);
    await pass(renewalInterval / 2);
    open({ renew }, browser);
    await pass(renewalInterval * 3);
    expect(renewed).toEqual(['first', 'renewed 1', 'renewed 2']);
  });

  it('renews once when a tab has not received the first renewal yet', async () => {
    const browser = createBrowser();
    const { renew, renewed } = createServer();
    const openUnaware = () => open({ renew, store: { ...browser.openTab(), subscribe: () => () => {} } }, browser);
    openUnaware();
    await pass(5000);
    openUnaware();
    await pass(renewalInterval);
    expect(renewed).toEqual(['first']);
  });

  it('retries an interval later when it fails, and keeps the session', async () => {
    const renew = vi.fn(() => Promise.resolve(fail('OFFLINE')));
    const { store } = open({ renew });
    await pass(renewalInterval * 2);
    expect(renew).toHaveBeenCalledTimes(2);
    expect(store.read()?.token).toBe('first');
  });

  it('restores no session of a person who logs out in the meantime, and ends the late token', async () => {
    const { store } = open();
    await pass(renewalInterval + 500);
    store.remove();
    await pass(1000);
    expect(store.read()).toBeNull();
    expect(discard).toHaveBeenCalledExactlyOnceWith('renewed 1');
  });

  it('ends in all tabs after a sign-out in one', async () => {
    const { renew, renewed } = createServer();
    const here = open({ renew });
    open({ renew }, here.browser);
    here.store.remove();
    // The tab that signed out knows it; the other one needs no timer any more.
    expect(vi.getTimerCount()).toBe(1);
    await pass(renewalInterval * 2);
    expect(renewed).toEqual([]);
  });

  it('reports the new session to its own page, as the store does to others', async () => {
    const { store } = open();
    await pass(renewalInterval + 1000);
    expect(onChange).toHaveBeenCalledExactlyOnceWith(store.read());
  });

  it('notices that the session ended on the server, here and in the other tabs', async () => {
    const { store, browser } = open({ renew: rejected });
    const heard = vi.fn();
    browser.openTab().subscribe(heard);
    await pass(renewalInterval);
    expect(isOver).toHaveBeenCalledExactlyOnceWith('first');
    expect(store.read()).toBeNull();
    expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
    expect(heard).toHaveBeenCalledExactlyOnceWith(null);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps a session when only the new token arrived too late', async () => {
    isOver.mockResolvedValueOnce(false);
    const { store } = open({ renew: rejected });
    await pass(renewalInterval);
    expect(store.read()?.token).toBe('first');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('keeps a session that was stored while the old one turned out to be invalid', async () => {
    const { store } = open({ renew: rejected });
    isOver.mockImplementationOnce(async () => store.write(sessionOf('another person’s')));
    await pass(renewalInterval);
    expect(store.read()?.token).toBe('another person’s');
  });

  it('stops with the page, and does nothing without a session', async () => {
    const { browser, renewal, renewed } = open();
    renewal.stop();
    expect(vi.getTimerCount()).toBe(0);
    browser.openTab().remove();
    const without = open({}, browser);
    await pass(renewalInterval * 2);
    expect([renewed, without.renewed]).toEqual([[], []]);
  });

  it.each([
    ['gets', {}, ['first']],
    ['does not get', null, []],
  ])('renews only in a tab that gets the Web Lock of the browser: this one %s it', async (_, lock, tokens) => {
    const request = vi.fn((_name: string, _options: object, work: (lock: object | null) => unknown) =>
      Promise.resolve(work(lock)),
    );
    vi.stubGlobal('navigator', { locks: { request } });
    const { renew, renewed } = createServer();
    startRenewal({ store: createBrowser().openTab(), renew, discard, isOver, onChange });
    await pass(renewalInterval);
    vi.unstubAllGlobals();
    expect(request).toHaveBeenCalledExactlyOnceWith(expect.any(String), { ifAvailable: true }, expect.any(Function));
    expect(renewed).toEqual(tokens);
  });

  it('renews in a browser without Web Locks', async () => {
    vi.stubGlobal('navigator', {});
    const { renew, renewed } = createServer();
    startRenewal({ store: createBrowser().openTab(), renew, discard, isOver, onChange });
    await pass(renewalInterval);
    vi.unstubAllGlobals();
    expect(renewed).toEqual(['first']);
  });

  it('does not continue when the page closes during a renewal', async () => {
    const browser = createBrowser();
    const unsubscribe = vi.fn();
    const { renewal } = open({ store: { ...browser.openTab(), subscribe: () => unsubscribe } }, browser);
    await pass(renewalInterval + 500);
    renewal.stop();
    expect(unsubscribe).toHaveBeenCalledOnce();
    await pass(500);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a token that leaves in a store link', () => {
  it('replaces a token immediately that leaves in a store link, and renews again an interval later', async () => {
    const { store, renewal, renewed } = open();
    await pass(renewalInterval / 2);
    renewal.leave();
    await pass(1000);
    expect(store.read()?.token).toBe('renewed 1');
    expect(onChange).toHaveBeenCalledExactlyOnceWith(store.read());
    await pass(renewalInterval - 1);
    expect(renewed).toEqual(['first, leaving']);
    await pass(1);
    expect(renewed).toEqual(['first, leaving', 'renewed 1']);
  });

  it('replaces a token once for a click that causes three events', async () => {
    const { renewal, renewed } = open();
    for (let event = 0; event < 3; event += 1) renewal.leave();
    await pass(1000);
    expect(renewed).toEqual(['first, leaving']);
    expect(discard).not.toHaveBeenCalled();
  });

  it('marks a token as leaving still when the renewal failed and the regular one retries', async () => {
    const { renew, renewed } = createServer();
    const offline = vi.fn(renew).mockResolvedValueOnce(fail('OFFLINE'));
    const { store, renewal } = open({ renew: offline });
    renewal.leave();
    await pass(renewalInterval + 1000);
    expect(offline.mock.calls.map(([session, leaving]) => [session.token, leaving])).toEqual([
      ['first', true],
      ['first', true],
    ]);
    expect(renewed).toEqual(['first, leaving']);
    expect(store.read()?.token).toBe('renewed 1');
  });

  it('ignores a store link without a session', async () => {
    const { store, renewal, renewed } = open();
    store.remove();
    renewal.leave();
    await pass(1000);
    expect(renewed).toEqual([]);
  });
});
