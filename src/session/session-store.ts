import { type Session, storageKeys } from '../contracts/session.ts';
import { parseSession } from './parse-session.ts';

/** The part of `window` that keeps a session; injected in tests. */
export type StorageHost = Pick<Window, 'localStorage' | 'addEventListener' | 'removeEventListener'>;

export type SessionStore = {
  /** The stored session; null when there is none, or when it is damaged. */
  read(): Session | null;
  /** False when the browser keeps nothing (private mode, full, sandboxed). */
  write(session: Session): boolean;
  remove(): void;
  /** Calls back when another tab signs in, renews or leaves. The answer ends the subscription. */
  subscribe(listener: (session: Session | null) => void): () => void;
};

/** `localStorage.session` (decisions section 4). In a sandboxed frame the mere mention of storage throws: caught here. */
export const createSessionStore = (host: StorageHost = window): SessionStore => {
  const attempt = <T>(action: (storage: Storage) => T, otherwise: T): T => {
    try {
      return action(host.localStorage);
    } catch {
      return otherwise;
    }
  };
  const read = () => attempt((storage) => parseSession(storage.getItem(storageKeys.session)), null);
  return {
    read,
    write: (session) =>
      attempt((storage) => {
        storage.setItem(storageKeys.session, JSON.stringify(session));
        return true;
      }, false),
    remove: () => attempt((storage) => storage.removeItem(storageKeys.session), undefined),
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
