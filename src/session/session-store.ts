import { type Session, storageKeys } from '../contracts/session.ts';
import { parseSession } from './parse-session.ts';
import { type StorageHost, withStorage } from './storage.ts';

/** The part of `window` that keeps a session; injected in tests. */
export type SessionHost = StorageHost & Pick<Window, 'addEventListener' | 'removeEventListener'>;

export type SessionStore = {
  /** The stored session; null when there is none, or when it is damaged. */
  read(): Session | null;
  /** False when the browser keeps nothing (private mode, full, sandboxed). */
  write(session: Session): boolean;
  remove(): void;
  /** Calls back when another tab signs in, renews or leaves. The answer ends the subscription. */
  subscribe(listener: (session: Session | null) => void): () => void;
};

/** `localStorage.session` (decisions section 4). */
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
      // A cleared storage comes as `key: null`.
      const hear = (event: StorageEvent) => {
        if (event.key === storageKeys.session || event.key === null) listener(read());
      };
      host.addEventListener('storage', hear);
      return () => host.removeEventListener('storage', hear);
    },
  };
};
