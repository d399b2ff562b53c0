import type { StudentNames } from './student-names.ts';

/** The maximum length of a name, in UTF-16 units. */
const nameMaximum = 40;

/** Cuts a long name behind a whole character as people see it, such as a flag or a letter with its accents. */
const cut = (name: string): string =>
  Array.from(new Intl.Segmenter().segment(name.slice(0, 3 * nameMaximum)), ({ index, segment }) =>
    index + segment.length > nameMaximum ? '' : segment,
  ).join('');

/** Returns a name in one line and Unicode's composed form, without characters that change what is around it. */
export const nameLine = (typed: string): string =>
  typed
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim();
/** Returns a name that is kept: a line, shortened to what the page and the cards have space for. */
export const nameText = (typed: string): string => cut(nameLine(typed)).trim();
export const isTooLong = (typed: string): boolean => nameText(typed) !== nameLine(typed);

/** Returns the names after one was typed. An empty one is removed. */
export const withName = (names: StudentNames, code: string, typed: string): StudentNames => {
  const next = new Map(names);
  const name = nameText(typed);
  if (name === '') next.delete(code);
  else next.set(code, name);
  return next;
};
