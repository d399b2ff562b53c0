import { day } from '../../lib/time.ts';
import { number, object, parseJson, record, text } from '../../contracts/shapes.ts';
import { type SessionHost, withStorage } from '../../session/session-store.ts';

/** The names that a teacher gave to students, by student code. They never leave the browser. */
export type StudentNames = ReadonlyMap<string, string>;
export const noNames: StudentNames = new Map();

/** The start of the keys in `localStorage`. The code of a class follows. */
const namesKey = 'studentNames:';

/** Longer than the holidays between two school years. */
const keptAfterShown = 400 * day;

/** The stored value of a class. `keepUntil`: milliseconds by this computer's clock. */
const isStored = object({ names: record(text), keepUntil: number });

/** Removes the names of classes that were not shown for long. */
const forget = (storage: Storage, now: number): void => {
  for (const key of Object.keys(storage).filter((one) => one.startsWith(namesKey))) {
    const until = parseJson(storage.getItem(key), isStored)?.keepUntil ?? 0;
    if (until < now) storage.removeItem(key);
  }
};

/** `code` returns the code of the class; undefined while it is not shown. */
type NamedClass = { code(): string | undefined; show(names: StudentNames): void };

/** Keeps the names of students in `localStorage`, by the code of their class. @param now milliseconds */
export const createClassNames = (
  { code, show }: NamedClass,
  host: SessionHost = window,
  now: () => number = Date.now,
) => {
  const key = (): string => namesKey + (code() ?? '');
  /** Returns no names if there are none, or if they are damaged. */
  const stored = (storage: Storage): StudentNames =>
    new Map(Object.entries(parseJson(storage.getItem(key()), isStored)?.names ?? {}));
  const store = (storage: Storage, names: StudentNames): boolean => {
    if (names.size === 0) storage.removeItem(key());
    else
      storage.setItem(key(), JSON.stringify({ names: Object.fromEntries(names), keepUntil: now() + keptAfterShown }));
    return true;
  };
  return {
    /** Shows the stored names, then kept longer, and forgets other classes. False when the browser stores nothing. */
    update: (): boolean =>
      withStorage(
        host,
        (storage) => {
          forget(storage, now());
          const names = stored(storage);
          if (names.size > 0) show(names);
          return store(storage, names);
        },
        false,
      ),
    /** Shows and stores names. Returns false when the browser stores nothing. */
    keep: (names: StudentNames): boolean => {
      show(names);
      return withStorage(host, (storage) => store(storage, names), false);
    },
    /** Shows what other tabs store. Returns the function that ends that. */
    follow: () => {
      const onEvent = (): void => show(withStorage(host, stored, noNames));
      host.addEventListener('storage', onEvent);
      return () => host.removeEventListener('storage', onEvent);
    },
  };
};
export type ClassNames = ReturnType<typeof createClassNames>;
