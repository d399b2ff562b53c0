import { vi } from 'vitest';
import { type NamedClass, noNames, type StudentNames } from '../student-names.ts';

/** Fakes a browser that has these names. `store` replaces them, as another tab does. */
export const fakeNames = (first: StudentNames = noNames) => {
  let stored = first;
  let page: NamedClass | undefined;
  const isStored = vi.fn<(names: StudentNames) => boolean>().mockReturnValue(true);
  const update = vi.fn((isGone: boolean): boolean => {
    if (isGone || stored.size > 0) page?.show(isGone ? noNames : stored);
    return isStored(stored);
  });
  const stop = vi.fn();
  const keep = (names: StudentNames): boolean => {
    page?.show(names);
    return isStored(names);
  };
  const openNames = (shown: NamedClass) => {
    page = shown;
    return { update, keep, stop };
  };
  const store = (names: StudentNames): void => {
    stored = names;
  };
  return { openNames, update, isStored, stop, store, page: () => page };
};
