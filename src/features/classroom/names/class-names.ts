import { createKeptNames, type KeptNames } from './kept-names.ts';
import { noNames, type StudentNames } from './student-names.ts';

/** What the names of a class need from its page. */
export type NamedClass = {
  classroomID: string;
  /** The code of the class; undefined while it is not shown. */
  code(): string | undefined;
  /** Shows these names. */
  show(names: StudentNames): void;
};

/** The names of the class on this page. */
export type ClassNames = {
  /**
   * Shows the stored names, which are then kept longer, and removes those of classes that are long gone.
   * @param isGone whether the link shows no class any more
   * @returns false when the browser stores nothing; what the page shows then stays
   */
  update(isGone: boolean): boolean;
  /** Shows and stores names. Returns false when the browser stores nothing. */
  keep(names: StudentNames): boolean;
  /** Ends following the other tabs. */
  stop(): void;
};

/** Connects the page of a class with the names that this browser keeps. */
export const createClassNames = (
  { classroomID, code, show }: NamedClass,
  kept: KeptNames = createKeptNames(),
): ClassNames => {
  const read = (): StudentNames => kept.read(code() ?? '');
  const keep = (names: StudentNames): boolean => {
    show(names);
    return kept.write(code() ?? '', classroomID, names);
  };
  return {
    update: (isGone) => {
      kept.forget(isGone ? classroomID : null);
      const names = isGone ? noNames : read();
      if (isGone || names.size > 0) show(names);
      return isGone || kept.write(code() ?? '', classroomID, names);
    },
    keep,
    stop: kept.subscribe(() => show(read())),
  };
};
