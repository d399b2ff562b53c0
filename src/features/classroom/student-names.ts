import { day } from '../../lib/time.ts';
import { number, object, parseJson, record, text } from '../../lib/shapes.ts';
import { type StorageHost, withStorage } from '../../session/session-store.ts';

/** The names that a teacher gave to students, by student code. They never leave the browser. */
export type StudentNames = ReadonlyMap<string, string>;
export const noNames: StudentNames = new Map();

/** The start of the keys in `localStorage`. The code of a class follows. */
const namesKey = 'studentNames:';

/** Longer than the holidays between two school years. */
const keptAfterShown = 400 * day;

/** The part of `window` that stores names; injected in tests. */
export type NamesHost = StorageHost & Pick<Window, 'addEventListener' | 'removeEventListener'>;

export type NamedClass = {
  /** The code of the class; undefined while it is not shown. */
  code(): string | undefined;
  show(names: StudentNames): void;
};

export type ClassNames = {
  /**
   * Shows the stored names, which are then kept longer, and removes those of classes that were not shown for long.
   * @returns false when the browser stores nothing; what the page shows then stays
   */
  update(): boolean;
  /** Shows and stores names. Returns false when the browser stores nothing. */
  keep(names: StudentNames): boolean;
  /** Ends following the other tabs. */
  stop(): void;
};

/** The stored value of a class. `keepUntil`: milliseconds by this computer's clock. */
const isStored = object({ names: record(text), keepUntil: number });

/** Returns the stored names of a class. None if there are none, or if they are damaged. */
const read = (host: NamesHost, classCode: string): StudentNames =>
  withStorage(
    host,
    (storage) => new Map(Object.entries(parseJson(storage.getItem(namesKey + classCode), isStored)?.names ?? {})),
    noNames,
  );

/** Removes the names of classes that were not shown for long. */
const forget = (host: NamesHost, now: number): void =>
  withStorage(
    host,
    (storage) => {
      for (const key of Object.keys(storage).filter((one) => one.startsWith(namesKey))) {
        const until = parseJson(storage.getItem(key), isStored)?.keepUntil ?? 0;
        if (until < now) storage.removeItem(key);
      }
    },
    undefined,
  );

/** Keeps the names of students in `localStorage`, by the code of their class. @param now milliseconds */
export const createClassNames = (
  { code, show }: NamedClass,
  host: NamesHost = window,
  now: () => number = Date.now,
): ClassNames => {
  const stored = (): StudentNames => read(host, code() ?? '');
  const store = (names: StudentNames): boolean =>
    withStorage(
      host,
      (storage) => {
        const key = namesKey + (code() ?? '');
        const kept = { names: Object.fromEntries(names), keepUntil: now() + keptAfterShown };
        if (names.size === 0) storage.removeItem(key);
        else storage.setItem(key, JSON.stringify(kept));
        return true;
      },
      false,
    );
  const follow = (): void => show(stored());
  host.addEventListener('storage', follow);
  return {
    update: () => {
      forget(host, now());
      const names = stored();
      if (names.size > 0) show(names);
      return store(names);
    },
    keep: (names) => {
      show(names);
      return store(names);
    },
    stop: () => host.removeEventListener('storage', follow),
  };
};
