import { type StorageHost, withStorage } from '../../../session/storage.ts';

/** The names that a teacher gave to students, by student code. They never leave the browser. */
export type StudentNames = ReadonlyMap<string, string>;

/** The start of the keys in `localStorage`. The code of a class follows. */
export const namesKey = 'studentNames:';

export const noNames: StudentNames = new Map();

/** Returns whether this browser has the names of any class. Few have, and only they load what keeps them. */
export const hasNames = (host: StorageHost = window): boolean =>
  withStorage(host, (storage) => Object.keys(storage).some((key) => key.startsWith(namesKey)), false);
