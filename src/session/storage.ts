export type StorageHost = Pick<Window, 'localStorage'>;

/**
 * Uses `localStorage`, or returns `otherwise`. In a sandboxed frame or a strict private mode even the access throws,
 * and a full storage throws at a write. No code may depend on storage.
 */
export const withStorage = <T>(host: StorageHost, action: (storage: Storage) => T, otherwise: T): T => {
  try {
    return action(host.localStorage);
  } catch {
    return otherwise;
  }
};
