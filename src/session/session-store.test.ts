import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../contracts/session.ts';
import { createSessionStore, createSignInCode, parseSession, type SessionHost } from './session-store.ts';
import { createMemoryStorage } from './testing/memory-storage.ts';

const session: Session = {
  code: 200,
  status: 'OK',
  data: { PlayFabId: '50DF92E291CCD4C3', SessionTicket: 'ticket', EntityToken: { EntityToken: 'entity' } },
  token: 'A'.repeat(43),
  email: 'parent@home.example',
};

/** The part of a window that the store uses: storage, and storage events from other tabs. */
const createHost = () => {
  const items = new Map<string, string>();
  const target = new EventTarget();
  const host: SessionHost = {
    localStorage: createMemoryStorage(items),
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  };
  const tellStorage = (key: string | null) => target.dispatchEvent(Object.assign(new Event('storage'), { key }));
  return { host, items, tellStorage };
};

let browser: ReturnType<typeof createHost>;
beforeEach(() => {
  browser = createHost();
});

describe('the session store', () => {
  it('returns what was written, until it is removed', () => {
    const store = createSessionStore(browser.host);
    expect(store.read()).toBeNull();
    expect(store.write(session)).toBe(true);
    expect(store.read()).toEqual(session);
    store.remove();
    expect(browser.items.size).toBe(0);
  });

  it('keeps members of the vendor that we do not read', () => {
    const more = { ...session, data: { ...session.data, NewlyCreated: true } };
    browser.items.set('session', JSON.stringify(more));
    expect(createSessionStore(browser.host).read()).toEqual(more);
  });

  it.each([
    ['half of it', JSON.stringify(session).slice(0, 60)],
    ['no token', JSON.stringify({ ...session, token: undefined })],
    ['a token of another shape', JSON.stringify({ ...session, token: 'short' })],
    ['no player', JSON.stringify({ ...session, data: {} })],
    ['null', 'null'],
    ['an empty text', ''],
    ['[object Object]', '[object Object]'],
  ])('treats a damaged value as absent: %s', (_, stored) => {
    browser.items.set('session', stored);
    expect(createSessionStore(browser.host).read()).toBeNull();
  });

  it('returns a session or nothing, for any stored value', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (stored) => parseSession(stored) === null));
    const mutilated = fc.record({ code: fc.anything(), data: fc.anything(), token: fc.anything() });
    fc.assert(
      fc.property(mutilated, (changes) => {
        const read = parseSession(JSON.stringify({ ...session, ...changes }) ?? null);
        return read === null || typeof read.data.SessionTicket === 'string';
      }),
    );
  });

  it('works without storage: it returns nothing, stores nothing and does not throw', () => {
    const sandboxed = {
      ...browser.host,
      get localStorage(): Storage {
        throw new DOMException('The document is sandboxed', 'SecurityError');
      },
    };
    const store = createSessionStore(sandboxed);
    expect([store.isAvailable(), store.write(session)]).toEqual([false, false]);
    expect(store.read()).toBeNull();
    expect(store.remove()).toBeUndefined();
  });

  it('finds out whether a session would be stored, and leaves nothing behind', () => {
    const { host, items } = browser;
    const store = createSessionStore(host);
    expect([store.isAvailable(), items.size]).toEqual([true, 0]);
    const room = 1_000;
    const full: SessionHost = {
      ...host,
      localStorage: {
        ...host.localStorage,
        setItem: (key, value) => {
          if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
          items.set(key, value);
        },
      },
    };
    expect([createSessionStore(full).isAvailable(), items.size]).toEqual([false, 0]);
  });

  it('reports that another tab signs in, signs out, or clears everything', () => {
    const listener = vi.fn();
    const stop = createSessionStore(browser.host).subscribe(listener);
    browser.items.set('session', JSON.stringify(session));
    browser.tellStorage('lang');
    expect(listener).not.toHaveBeenCalled();
    browser.tellStorage('session');
    browser.items.clear();
    browser.tellStorage(null);
    stop();
    browser.tellStorage('session');
    expect(listener.mock.calls).toEqual([[session], [null]]);
  });
});

const createTab = () => ({ sessionStorage: createMemoryStorage() });

describe('the code of a password reset', () => {
  it('keeps the code in the tab, and in no other one', () => {
    const tab = createTab();
    expect(createSignInCode(tab).read()).toBeUndefined();
    createSignInCode(tab).write('K7QM-2XPD');
    expect(createSignInCode(tab).read()).toBe('K7QM-2XPD');
    expect(createSignInCode(createTab()).read()).toBeUndefined();
  });

  it('asks for the code again where the browser stores nothing', () => {
    const sandboxed = {
      get sessionStorage(): Storage {
        throw new DOMException('The document is sandboxed', 'SecurityError');
      },
    };
    const code = createSignInCode(sandboxed);
    expect(() => code.write('K7QM-2XPD')).not.toThrow();
    expect(code.read()).toBeUndefined();
  });
});
