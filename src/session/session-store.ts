import { type Session, storageKeys, tokenPattern } from '../contracts/session.ts';
import { type TypeGuard, matching, number, object, parseJson, text } from '../contracts/shapes.ts';

export type StorageHost = Pick<Window, 'localStorage'>;

/** In a sandboxed frame or a strict private mode even the access throws, and a full storage throws at a write. */
const orElse = <T>(action: () => T, otherwise: T): T => {
  try {
    return action();
  } catch {
    return otherwise;
  }
};

/** Uses `localStorage`, or returns `otherwise`. No code may depend on storage. */
export const withStorage = <T>(host: StorageHost, action: (storage: Storage) => T, otherwise: T): T =>
  orElse(() => action(host.localStorage), otherwise);

/** A text in `sessionStorage`, which this tab keeps. */
export type TabText = { read(): string | undefined; write(text: string): void };

const createTabText = (key: string, host: Pick<Window, 'sessionStorage'>): TabText => ({
  read: () => orElse(() => host.sessionStorage.getItem(key) ?? undefined, undefined),
  write: (text) => orElse(() => host.sessionStorage.setItem(key, text), undefined),
});

/**
 * The code that the owner of an account receives with a password reset, for a person who has just reset the password,
 * or typed it once. Forms ask otherwise.
 */
export const createSignInCode = (host: Pick<Window, 'sessionStorage'> = window): TabText =>
  createTabText('signInCode', host);

/** The payment that failed, while its owner is on Stripe's page. */
export const createDuePayment = (host: Pick<Window, 'sessionStorage'> = window): TabText =>
  createTabText('duePayment', host);

const filled = matching(/./s);

export const isEntityToken = object(
  { EntityToken: filled },
  { TokenExpiration: text, Entity: object({ Id: filled, Type: text }) },
);

const signInMembers = {
  code: number,
  status: text,
  data: object({
    PlayFabId: filled,
    SessionTicket: filled,
    EntityToken: isEntityToken,
  }),
};

/** The identity provider's response to a login, as far as we read it (decisions.md#4-sessions-and-tokens). */
export const isSignInResponse = object(signInMembers);

const isSession: TypeGuard<Session> = object({ ...signInMembers, token: matching(tokenPattern), email: filled });

/** Returns the value of `localStorage.session`, or null. A damaged value counts as absent. */
export const parseSession = (stored: string | null): Session | null => parseJson(stored, isSession) ?? null;

/** The part of `window` that stores a session; injected in tests. */
export type SessionHost = StorageHost & Pick<Window, 'addEventListener' | 'removeEventListener'>;

/** The key of a value that is removed at once, and the characters of a large session. */
const probe = 'session-probe';
const sessionLength = 4_096;

/** Stores `localStorage.session` (decisions.md#4-sessions-and-tokens). */
export const createSessionStore = (host: SessionHost = window) => {
  const put = (key: string, value: string): boolean =>
    withStorage(
      host,
      (storage) => {
        storage.setItem(key, value);
        return true;
      },
      false,
    );
  const read = () => withStorage(host, (storage) => parseSession(storage.getItem(storageKeys.session)), null);
  return {
    /** Returns the stored session; null when there is none, or when it is damaged. */
    read,
    /** Returns whether the browser would store a session, which it may not (blocked cookies, full, sandboxed). */
    isAvailable: () => {
      const isStored = put(probe, ' '.repeat(sessionLength));
      withStorage(host, (storage) => storage.removeItem(probe), undefined);
      return isStored;
    },
    /** Returns false when the session was not stored. */
    write: (session: Session) => put(storageKeys.session, JSON.stringify(session)),
    remove: () => withStorage(host, (storage) => storage.removeItem(storageKeys.session), undefined),
    /** Calls back when another tab signs in, renews or signs out. Returns a function that ends the subscription. */
    subscribe: (listener: (session: Session | null) => void): (() => void) => {
      // A cleared storage is reported as `key: null`.
      const onEvent = (event: StorageEvent) => {
        if (event.key === storageKeys.session || event.key === null) listener(read());
      };
      host.addEventListener('storage', onEvent);
      return () => host.removeEventListener('storage', onEvent);
    },
  };
};
export type SessionStore = ReturnType<typeof createSessionStore>;
