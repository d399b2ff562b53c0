export type StorageHost = Pick<Window, 'localStorage'>;

/**
 * Does something with `localStorage`, or answers `otherwise`: in a sandboxed frame or a strict private mode the mere
 * mention of it throws, and a full one throws when written to. Nothing here may depend on storage being there.
 */
export const withStorage = <T>(host: StorageHost, action: (storage: Storage) => T, otherwise: T): T => {
  try {
    return action(host.localStorage);
  } catch {
    return otherwise;
  }
};
