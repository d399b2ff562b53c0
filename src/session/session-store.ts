import { type Session, storageKeys } from '../contracts/session.ts';
import { tokenPattern } from '../contracts/token.ts';
import { type TypeGuard, matching, number, object, parseJson, text } from '../lib/shapes.ts';
import { type StorageHost, withStorage } from './storage.ts';

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

export const isSession: TypeGuard<Session> = object({ ...signInMembers, token: matching(tokenPattern), email: filled });

/** Returns the value of `localStorage.session`, or null. A damaged value counts as absent. */
export const parseSession = (stored: string | null): Session | null => parseJson(stored, isSession) ?? null;

/** The part of `window` that stores a session; injected in tests. */
export type SessionHost = StorageHost & Pick<Window, 'addEventListener' | 'removeEventListener'>;

export type SessionStore = {
  /** Returns the stored session; null when there is none, or when it is damaged. */
  read(): Session | null;
  /** Returns whether the browser would store a session, which it may not (blocked cookies, full, sandboxed). */
  isAvailable(): boolean;
  /** Returns false when the session was not stored. */
  write(session: Session): boolean;
  remove(): void;
  /** Calls back when another tab signs in, renews or signs out. Returns a function that ends the subscription. */
  subscribe(listener: (session: Session | null) => void): () => void;
};

/** The key of a value that is removed at once, and the characters of a large session. */
const probe = 'session-probe';
const sessionLength = 4_096;

/** Stores `localStorage.session` (decisions.md#4-sessions-and-tokens). */
export const createSessionStore = (host: SessionHost = window): SessionStore => {
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
    read,
    isAvailable: () => {
      const isStored = put(probe, ' '.repeat(sessionLength));
      withStorage(host, (storage) => storage.removeItem(probe), undefined);
      return isStored;
    },
    write: (session) => put(storageKeys.session, JSON.stringify(session)),
    remove: () => withStorage(host, (storage) => storage.removeItem(storageKeys.session), undefined),
    subscribe: (listener) => {
      // A cleared storage is reported as `key: null`.
      const hear = (event: StorageEvent) => {
        if (event.key === storageKeys.session || event.key === null) listener(read());
      };
      host.addEventListener('storage', hear);
      return () => host.removeEventListener('storage', hear);
    },
  };
};
