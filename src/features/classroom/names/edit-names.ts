import { record } from '../../../lib/record-shape.ts';
import { object, parseJson, text } from '../../../lib/shapes.ts';
import type { StudentNames } from './student-names.ts';

/** The maximum length of a name, in UTF-16 units. */
export const nameMaximum = 40;

/** The maximum size of a file with names, in bytes. */
const fileMaximum = 100_000;

/** Returns a name in one line and Unicode's composed form, without characters that change what is around it. */
export const nameText = (typed: string): string =>
  typed
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim()
    .slice(0, nameMaximum)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();

/** Returns the names after one was typed. An empty one is removed. */
export const withName = (names: StudentNames, code: string, typed: string): StudentNames => {
  const next = new Map(names);
  const name = nameText(typed);
  if (name === '') next.delete(code);
  else next.set(code, name);
  return next;
};

/** Returns the lines of a pasted list. A column that was copied from a spreadsheet is one, too. */
export const namesIn = (pasted: string): string[] => pasted.replace(/\s+$/, '').split(/\r\n|[\r\n]/);

/**
 * Returns the names after a list was pasted into the field of a student: it goes on with the students below. `left` are
 * the names for which there is no student.
 */
export const withList = (
  names: StudentNames,
  codes: readonly string[],
  from: string,
  list: readonly string[],
): { names: StudentNames; left: string[] } => {
  const places = codes.slice(codes.indexOf(from));
  const next = places.reduce<StudentNames>(
    (before, code, place) => (place < list.length ? withName(before, code, list[place] ?? '') : before),
    names,
  );
  return { names: next, left: list.slice(places.length).filter((name) => nameText(name) !== '') };
};

const isFile = object({ class: text, names: record(text) });

/** Returns the content of the file that moves the names of a class to another browser. */
export const namesFile = (classCode: string, names: StudentNames): string =>
  `${JSON.stringify({ class: classCode, names: Object.fromEntries(names) }, null, 2)}\n`;

export type FileProblem = { code: 'unreadable' } | { code: 'other'; class: string };

/** Reads such a file. Codes that the class does not have are ignored. */
export const readNamesFile = async (
  file: Pick<Blob, 'size' | 'text'>,
  classCode: string,
  codes: readonly string[],
): Promise<StudentNames | FileProblem> => {
  if (file.size > fileMaximum) return { code: 'unreadable' };
  const content = parseJson(await file.text().catch(() => ''), isFile);
  if (content === undefined) return { code: 'unreadable' };
  if (content.class !== classCode) return { code: 'other', class: content.class.slice(0, 20) };
  const { names } = content;
  return codes.reduce<StudentNames>(
    (before, code) => withName(before, code, Object.hasOwn(names, code) ? (names[code] ?? '') : ''),
    new Map(),
  );
};
