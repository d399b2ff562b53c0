import cookies from 'js-cookie';
import { storageKeys } from '../contracts/session.ts';
import { randomBase64Url } from '../lib/browser.ts';
import { type StorageHost, withStorage } from './session-store.ts';

/** Matches the id in a tag manager's cookie: `GA1.1.1234567890.1700000000`. */
const tagManagers = /^GA1\.[\d-]+\.(\d{1,10}\.\d{10})$/;

/** Matches one of our ids. Other software of this origin may use the key, too. */
const own = /^[\w-]{22}$/;

/**
 * Returns the visitor's id for telemetry (decisions.md#8-privacy-and-consent): a tag manager's, otherwise a random one
 * of our own, created at the first call and stored. Call it only with consent. Withdrawing the consent removes it.
 */
export const clientID = (host: StorageHost): string => {
  const found = tagManagers.exec(cookies.get('_ga') ?? '')?.[1];
  if (found !== undefined) return found;
  const fresh = randomBase64Url(16);
  const kept = (storage: Storage): string => {
    const old = storage.getItem(storageKeys.clientID);
    if (old !== null && own.test(old)) return old;
    storage.setItem(storageKeys.clientID, fresh);
    return fresh;
  };
  return withStorage(host, kept, fresh);
};

export const forgetClientID = (host: StorageHost): void =>
  withStorage(host, (storage) => storage.removeItem(storageKeys.clientID), undefined);
