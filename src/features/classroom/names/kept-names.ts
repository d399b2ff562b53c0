import { day } from '../../../lib/durations.ts';
import { record } from '../../../lib/record-shape.ts';
import { number, object, parseJson, text } from '../../../lib/shapes.ts';
import { type StorageHost, withStorage } from '../../../session/storage.ts';
import { namesKey, noNames, type StudentNames } from './student-names.ts';

/** Longer than the holidays between two school years. */
const keptAfterShown = 400 * day;

/** A link that stopped to work can have been replaced by a newer one, which shows the same class. */
const keptAfterGone = 30 * day;

/** The part of `window` that stores names; injected in tests. */
export type NamesHost = StorageHost & Pick<Window, 'addEventListener' | 'removeEventListener'>;

export type KeptNames = {
  /** Returns the names of a class. None if there are none, or if they are damaged. */
  read(classCode: string): StudentNames;
  /** Stores the names of a class, or removes them when there are none. Returns false when the browser stores nothing. */
  write(classCode: string, classroomID: string, names: StudentNames): boolean;
  /**
   * Removes the names of classes that were not shown for long, or that are gone.
   * @param gone the id of a link that shows no class any more, by which its names are found
   */
  forget(gone: string | null): void;
  /** Calls back when another tab changes the storage. Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
};

/** The stored value of a class. `keepUntil`: milliseconds by this computer's clock. */
const isStored = object({ classroomID: text, names: record(text), keepUntil: number });

const keyOf = (classCode: string): string => namesKey + classCode;

/** Keeps the names of students in `localStorage`, by the code of their class. @param now milliseconds */
export const createKeptNames = (host: NamesHost = window, now: () => number = Date.now): KeptNames => ({
  read: (classCode) =>
    withStorage(
      host,
      (storage) => new Map(Object.entries(parseJson(storage.getItem(keyOf(classCode)), isStored)?.names ?? {})),
      noNames,
    ),
  write: (classCode, classroomID, names) =>
    withStorage(
      host,
      (storage) => {
        const kept = { classroomID, names: Object.fromEntries(names), keepUntil: now() + keptAfterShown };
        if (names.size === 0) storage.removeItem(keyOf(classCode));
        else storage.setItem(keyOf(classCode), JSON.stringify(kept));
        return true;
      },
      false,
    ),
  forget: (gone) =>
    withStorage(
      host,
      (storage) => {
        for (const key of Object.keys(storage).filter((one) => one.startsWith(namesKey))) {
          const kept = parseJson(storage.getItem(key), isStored);
          const until = Math.min(kept?.keepUntil ?? 0, kept?.classroomID === gone ? now() + keptAfterGone : Infinity);
          if (until < now()) storage.removeItem(key);
          else storage.setItem(key, JSON.stringify({ ...kept, keepUntil: until }));
        }
      },
      undefined,
    ),
  subscribe: (listener) => {
    host.addEventListener('storage', listener);
    return () => host.removeEventListener('storage', listener);
  },
});
