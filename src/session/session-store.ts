import { type Session, storageKeys } from '../contracts/session.ts';
import { parseSession } from './parse-session.ts';
import { type StorageHost, withStorage } from './storage.ts';

/** The part of `window` that stores a session; injected in tests. */
export type SessionHost = StorageHost & Pick<Window, 'addEventListener' | 'removeEventListener'>;

export type SessionStore = {
  /** Returns the stored session; null when there is none, or when it is damaged. */
  read(): Session | null;
  /** Returns false when the browser stores nothing (private mode, full, sandboxed). */
  write(session: Session): boolean;
  remove(): void;
  /** Calls back when another tab signs in, renews or signs out. Returns a function that ends the subscription. */
  subscribe(listener: (session: Session | null) => void): () => void;
};

/** Stores `localStorage.session` (decisions.md#4-sessions-and-tokens). */
export const createSessionStore = (host: SessionHost = window): SessionStore => {
  const read = () => withStorage(host, (storage) => parseSession(storage.getItem(storageKeys.session)), null);
  return {
    read,
    write: (session) =>
      withStorage(
        host,
        (storage) => {
          storage.setItem(storageKeys.session, JSON.stringify(session));
          return true;
        },
        false,
      ),
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
