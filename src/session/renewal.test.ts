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
