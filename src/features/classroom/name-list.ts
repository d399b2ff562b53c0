import Papa from 'papaparse';
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

/** A name of a list. `code`: the student's, where the list has codes, as the CSV file of this page. */
export type ListedName = { name: string; code: string | null };

/** Matches what registers put before a name: its number, a bullet, a box to tick. */
const before = /^(?:[(#]?\d{1,4}(?:[.):\]-]+\s*|\s+)|[-–—•*·‣▪◦○●□☐✓✔>]+\s*)+/u;
/** Matches a date behind a name: 12/03/2017, 2017-03-12, 12 March 2017. */
const date = /[\s,;(]*(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}\.? \p{L}{3,}\.? \d{4})\)?$/u;
/** Matches the apostrophe that keeps a text in a CSV file from being a formula. */
const guard = /^'(?=[=+\-@])/;

/** Returns a cell without what is around the name. "Lovelace, Ada" in one cell is Ada Lovelace. */
const cellText = (cell: string): string =>
  cell
    .trim()
    .replace(guard, '')
    .replace(before, '')
    .replace(date, '')
    .replace(/^([^,]+),([^,]+)$/, '$2 $1')
    .trim();
const isName = (cell: string): boolean => /\p{L}/u.test(cell) && !/[\d@]/.test(cell);
/** Returns the code in a cell. A spreadsheet reads 013 as a number, which is 13. */
const codeOf = (cell: string): string | null => /^#?(\d{1,3})$/.exec(cell.trim())?.[1]?.padStart(3, '0') ?? null;

/** The words in the head of a list, in English and French, without accents and signs. */
const heads = {
  last: ['last name', 'surname', 'family name', 'last', 'nom de famille'],
  first: ['first name', 'given name', 'forename', 'first', 'prenom'],
  whole: ['name', 'names', 'full name', 'nom', 'noms', 'nom complet', 'nom et prenom', 'prenom et nom', 'nom prenom'],
  person: ['student', 'students', 'student name', 'pupil', 'pupils', 'child', 'eleve', 'eleves', "nom de l'eleve"],
};
const headWord = (cell: string): string =>
  cell
    .normalize('NFD')
    .replace(/[\p{M}:*]/gu, '')
    .trim()
    .toLowerCase();

/** Returns the columns whose texts make a name, in the order of its parts, if this row is a head. */
const namedColumns = (row: readonly string[], isCode: (column: number) => boolean): number[] | undefined => {
  const words = row.map((cell, column) => (isCode(column) ? '' : headWord(cell)));
  const [last, first, whole, person] = [heads.last, heads.first, heads.whole, heads.person].map((known) =>
    words.findIndex((word) => known.includes(word)),
  );
  const column = (...found: (number | undefined)[]) => found.find((one) => one !== undefined && one >= 0);
  const given = column(first);
  // "Name" beside a first name is the family name, as in French registers.
  const parts = given === undefined ? [column(whole, person, last)] : [given, column(last, whole)];
  const columns = parts.filter((one) => one !== undefined);
  return columns.length === 0 ? undefined : columns;
};

/** Returns the columns of most rows that have names. Two of them are the family name and the first name. */
const likelyColumns = (rows: readonly (readonly string[])[], isCode: (column: number) => boolean): number[] => {
  const width = Math.max(...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, column) => column).filter(
    (column) => !isCode(column) && rows.filter((row) => isName(cellText(row[column] ?? ''))).length * 2 > rows.length,
  );
  return columns.slice(0, 2).reverse();
};

/**
 * Returns the names in a pasted list or a file, one in each line, without what spreadsheets and registers put around it:
 * numbers, bullets, a head, "Last, First" in two columns, dates.
 * @param students the codes of the class. Other numbers are codes only behind a `#`
 */
export const namesIn = (text: string, students: readonly string[] = []): ListedName[] => {
  const { data: rows } = Papa.parse<string[]>(text.trim(), {
    delimitersToGuess: ['\t', ';', ',', '|'],
    skipEmptyLines: 'greedy',
  });
  const [head = [], ...others] = rows;
  const holdsCode = (cell = ''): boolean =>
    codeOf(cell) !== null && (cell.trim().startsWith('#') || students.includes(codeOf(cell) ?? ''));
  const isCode = (column: number): boolean => rows.filter((row) => holdsCode(row[column])).length * 2 > others.length;
  const codes = head.findIndex((_, column) => isCode(column));
  const named = namedColumns(head, isCode);
  // The head of a list with codes names its columns, even where none of them has names.
  const hasHead = named !== undefined || (codes >= 0 && codeOf(head[codes] ?? '') === null);
  const body = hasHead ? others : rows;
  const columns = named ?? (hasHead || body.length === 0 ? [] : likelyColumns(body, isCode));
  return body.flatMap((row) => {
    const name = nameText(columns.map((column) => cellText(row[column] ?? '')).join(' '));
    return /\p{L}/u.test(name) ? [{ name, code: codeOf(row[codes] ?? '') }] : [];
  });
};

/** Adds a list: a name with a code to that student, others from the student `from` on. `left`: for nobody. */
export const withList = (names: StudentNames, codes: readonly string[], from: string, list: readonly ListedName[]) => {
  const places = codes.slice(codes.indexOf(from)).values();
  const left: string[] = [];
  const next = list.reduce<StudentNames>((known, { name, code }) => {
    const student = code ?? places.next().value;
    if (student !== undefined && codes.includes(student)) return withName(known, student, name);
    left.push(name);
    return known;
  }, names);
  return { names: next, left };
};
