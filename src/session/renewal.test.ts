import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../contracts/session.ts';
import { renewalInterval } from '../contracts/token.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { type RunAlone, startRenewal } from './renewal.ts';
import type { SessionStore } from './session-store.ts';

const sessionOf = (token: string): Session => ({
  code: 200,
  status: 'OK',
  data: { PlayFabId: 'P', SessionTicket: 'ticket', EntityToken: { EntityToken: 'entity' } },
  token,
  email: 'parent@home.example',
});

/** One browser: what tabs share. A write is heard in the other tabs only. */
const createBrowser = () => {
  let stored: Session | null = sessionOf('first');
  let locked = false;
  const tabs: ((session: Session | null) => void)[] = [];
  const runAlone: RunAlone = async (work) => {
    if (locked) return;
    locked = true;
    await work().finally(() => (locked = false));
  };
  const openTab = (): SessionStore => {
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
  return { openTab, runAlone };
};

/** Answers after a second, with tokens that are numbered through. */
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

describe('renewal', () => {
  it('registers a fresh token every 3,000,000 ms', async () => {
    const { openTab, runAlone } = createBrowser();
    const store = openTab();
    const { renew, renewed } = createServer();
    startRenewal({ store, renew, discard, isOver, onChange, runAlone });
    await vi.advanceTimersByTimeAsync(renewalInterval - 1);
    expect(renewed).toEqual([]);
    await vi.advanceTimersByTimeAsync(1001);
    expect(store.read()?.token).toBe('renewed 1');
    await vi.advanceTimersByTimeAsync(renewalInterval + 1000);
    expect(store.read()?.token).toBe('renewed 2');
    expect(renewed).toEqual(['first', 'renewed 1']);
  });

  it('leaves it to one of several tabs, and the others follow', async () => {
    const browser = createBrowser();
    const { renew, renewed } = createServer();
    const open = () =>
      startRenewal({ store: browser.openTab(), renew, discard, isOver, onChange, runAlone: browser.runAlone });
    open();
    open();
    await vi.advanceTimersByTimeAsync(renewalInterval / 2);
    open();
    await vi.advanceTimersByTimeAsync(renewalInterval * 3);
    expect(renewed).toEqual(['first', 'renewed 1', 'renewed 2']);
  });

  it('is not done twice by a tab that has not heard of the first yet', async () => {
    const browser = createBrowser();
    const { renew, renewed } = createServer();
    const open = () => {
      const store = { ...browser.openTab(), subscribe: () => () => {} };
      return startRenewal({ store, renew, discard, isOver, onChange, runAlone: browser.runAlone });
    };
    open();
    await vi.advanceTimersByTimeAsync(5000);
    open();
    await vi.advanceTimersByTimeAsync(renewalInterval);
    expect(renewed).toEqual(['first']);
  });

  it('tries again an interval later when it fails, and keeps the session', async () => {
    const { openTab, runAlone } = createBrowser();
    const store = openTab();
    const renew = vi.fn(() => Promise.resolve(fail('OFFLINE')));
    startRenewal({ store, renew, discard, isOver, onChange, runAlone });
    await vi.advanceTimersByTimeAsync(renewalInterval * 2);
    expect(renew).toHaveBeenCalledTimes(2);
    expect(store.read()?.token).toBe('first');
  });

  it('does not bring back somebody who logs out meanwhile, and ends the token that came too late', async () => {
    const { openTab, runAlone } = createBrowser();
    const store = openTab();
    startRenewal({ store, renew: createServer().renew, discard, isOver, onChange, runAlone });
    await vi.advanceTimersByTimeAsync(renewalInterval + 500);
    store.remove();
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.read()).toBeNull();
    expect(discard).toHaveBeenCalledExactlyOnceWith('renewed 1');
  });

  it('lets a sign-out in one tab end it in all', async () => {
    const { openTab, runAlone } = createBrowser();
    const { renew, renewed } = createServer();
    const [here, there] = [openTab(), openTab()];
    for (const store of [here, there]) startRenewal({ store, renew, discard, isOver, onChange, runAlone });
    here.remove();
    // The tab that left has heard of it by itself; the other one needs no timer any more.
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(renewalInterval * 2);
    expect(renewed).toEqual([]);
  });

  it('tells its own page of the new session, as the store tells the others', async () => {
    const { openTab, runAlone } = createBrowser();
    const store = openTab();
    startRenewal({ store, renew: createServer().renew, discard, isOver, onChange, runAlone });
    await vi.advanceTimersByTimeAsync(renewalInterval + 1000);
    expect(onChange).toHaveBeenCalledExactlyOnceWith(store.read());
  });

  it('notices that the session ended on the server, here and in the other tabs', async () => {
    const { openTab, runAlone } = createBrowser();
    const [store, other] = [openTab(), openTab()];
    const heard = vi.fn();
    other.subscribe(heard);
    const renew = () => Promise.resolve(fail('TOKEN_EXPIRED'));
    startRenewal({ store, renew, discard, isOver, onChange, runAlone });
    await vi.advanceTimersByTimeAsync(renewalInterval);
    expect(isOver).toHaveBeenCalledExactlyOnceWith('first');
    expect(store.read()).toBeNull();
    expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
    expect(heard).toHaveBeenCalledExactlyOnceWith(null);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps a session of which only the fresh token came too late', async () => {
    const { openTab, runAlone } = createBrowser();
    const store = openTab();
    isOver.mockResolvedValueOnce(false);
    const renew = () => Promise.resolve(fail('TOKEN_EXPIRED'));
    startRenewal({ store, renew, discard, isOver, onChange, runAlone });
    await vi.advanceTimersByTimeAsync(renewalInterval);
    expect(store.read()?.token).toBe('first');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('ends no session that somebody signed in to while the old one was found dead', async () => {
    const { openTab, runAlone } = createBrowser();
    const store = openTab();
    isOver.mockImplementationOnce(async () => store.write(sessionOf('another person’s')));
    const renew = () => Promise.resolve(fail('TOKEN_EXPIRED'));
    startRenewal({ store, renew, discard, isOver, onChange, runAlone });
    await vi.advanceTimersByTimeAsync(renewalInterval);
    expect(store.read()?.token).toBe('another person’s');
  });

  it('stops with the page, and does nothing without a session', async () => {
    const { openTab, runAlone } = createBrowser();
    const { renew, renewed } = createServer();
    const { stop } = startRenewal({ store: openTab(), renew, discard, isOver, onChange, runAlone });
    stop();
    expect(vi.getTimerCount()).toBe(0);
    openTab().remove();
    startRenewal({ store: openTab(), renew, discard, isOver, onChange, runAlone });
    await vi.advanceTimersByTimeAsync(renewalInterval * 2);
    expect(renewed).toEqual([]);
  });

  it('uses the Web Lock of the browser', async () => {
    const { openTab } = createBrowser();
    const request = vi.fn((_: string, __: object, work: (lock: object | null) => unknown) =>
      Promise.resolve(work(null)),
    );
    vi.stubGlobal('navigator', { locks: { request } });
    const { renew, renewed } = createServer();
    startRenewal({ store: openTab(), renew, discard, isOver, onChange });
    await vi.advanceTimersByTimeAsync(renewalInterval);
    vi.unstubAllGlobals();
    expect(request).toHaveBeenCalledOnce();
    expect(renewed).toEqual([]);
  });
});

describe('a token that leaves in a store link', () => {
  const open = (renew = createServer().renew) => {
    const browser = createBrowser();
    const store = browser.openTab();
    const renewal = startRenewal({ store, renew, discard, isOver, onChange, runAlone: browser.runAlone });
    return { store, renewal };
  };

  it('is replaced at once, and the next renewal is an interval later', async () => {
    const { renew, renewed } = createServer();
    const { store, renewal } = open(renew);
    await vi.advanceTimersByTimeAsync(renewalInterval / 2);
    renewal.leave();
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.read()?.token).toBe('renewed 1');
    expect(onChange).toHaveBeenCalledExactlyOnceWith(store.read());
    await vi.advanceTimersByTimeAsync(renewalInterval - 1);
    expect(renewed).toEqual(['first, leaving']);
    await vi.advanceTimersByTimeAsync(1);
    expect(renewed).toEqual(['first, leaving', 'renewed 1']);
  });

  it('is replaced once by a click that comes as three events', async () => {
    const { renew, renewed } = createServer();
    const { renewal } = open(renew);
    for (let event = 0; event < 3; event += 1) renewal.leave();
    await vi.advanceTimersByTimeAsync(1000);
    expect(renewed).toEqual(['first, leaving']);
    expect(discard).not.toHaveBeenCalled();
  });

  it('is still due to leave when the renewal failed and the ordinary one tries again', async () => {
    const { renew, renewed } = createServer();
    const offline = vi.fn(renew).mockResolvedValueOnce(fail('OFFLINE'));
    const { store, renewal } = open(offline);
    renewal.leave();
    await vi.advanceTimersByTimeAsync(renewalInterval + 1000);
    expect(offline.mock.calls.map(([session, leaving]) => [session.token, leaving])).toEqual([
      ['first', true],
      ['first', true],
    ]);
    expect(renewed).toEqual(['first, leaving']);
    expect(store.read()?.token).toBe('renewed 1');
  });

  it('is nobody’s without a session', async () => {
    const { renew, renewed } = createServer();
    const { store, renewal } = open(renew);
    store.remove();
    renewal.leave();
    await vi.advanceTimersByTimeAsync(1000);
    expect(renewed).toEqual([]);
  });
});
