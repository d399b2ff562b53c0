import type { StudentNames } from './student-names.ts';

/** The maximum length of a name, in UTF-16 units. */
const nameMaximum = 40;

/** Cuts a long name behind a whole character as people see it, such as a flag or a letter with its accents. */
const cut = (name: string): string =>
  Array.from(new Intl.Segmenter().segment(name.slice(0, 3 * nameMaximum)), ({ index, segment }) =>
    index + segment.length > nameMaximum ? '' : segment,
  ).join('');

/** Returns a name in one line and Unicode's composed form, without characters that change what is around it. */
export const nameText = (typed: string): string =>
  cut(
    typed
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
      .trim(),
  ).trim();

/** Returns the names after one was typed. An empty one is removed. */
export const withName = (names: StudentNames, code: string, typed: string): StudentNames => {
  const next = new Map(names);
  const name = nameText(typed);
  if (name === '') next.delete(code);
  else next.set(code, name);
  return next;
};

/** Returns the names in a pasted list: one in each line, with or without a number or a bullet before it. */
export const namesIn = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map((line) => nameText(line.replace(/^\P{L}+/u, '')))
    .filter((name) => name !== '');

/**
 * Returns the names after a list was given to the students from `from` on. `left` are the names for which there is no
 * student.
 */
export const withList = (
  names: StudentNames,
  codes: readonly string[],
  from: string,
  list: readonly string[],
): { names: StudentNames; left: readonly string[] } => {
  const students = codes.slice(codes.indexOf(from));
  const next = new Map(names);
  for (const [place, code] of students.entries()) {
    const name = list[place];
    if (name !== undefined) next.set(code, name);
  }
  return { names: next, left: list.slice(students.length) };
};
