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
const nameLine = (typed: string): string =>
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

/** A name of a list. `code`: the student's, where the list has codes, as the CSV file of this page. */
export type ListedName = { name: string; code: string | null };

/** The columns of first and last names. A name is read from the first of them that is not empty in its row. */
export type NameColumns = { first: readonly number[]; last: readonly number[] };

/** A list as it was found: what its head calls the columns, its rows, and which columns seem to have the names. */
export type Register = {
  labels: readonly string[];
  rows: readonly (readonly string[])[];
  /** The column of the students' codes, or -1. */
  codes: number;
  columns: NameColumns;
};

/** Matches what registers put before a name: its number, a bullet, a box to tick. */
const before = /^(?:[(#]?\d{1,4}(?:[.):\]-]+\s*|\s+)|[-–—•*·‣▪◦○●□☐✓✔>]+\s*)+/u;
/** Matches a date behind a name: 12/03/2017, 2017-03-12, 12 March 2017. */
const date = /[\s,;(]*(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}\.? \p{L}{3,}\.? \d{4})\)?$/u;
/** Matches the apostrophe that keeps a text in a CSV file from being a formula. */
const guard = /^'(?=[=+\-@])/;
/** Match a line about the list: "Class 5B", "Teacher: …", "Page 1", "Class list". */
const titles = [
  /^\W*(?:list|liste|register|number|class|classe|group|groupe|year|grade|teacher|enseignant|school|école)\b.*[\d:]/iu,
  /^page \d|:$|^(?:list of|liste d\p{L}+|(?:class|student|pupil|name)s? (?:list|register|roll)|(?:my|ma) classe?)\b/iu,
];
/** Match rows between or below the students: "Total 23", "Points possible", "23 pupils", "CP", "CE2". */
const counts = [
  /^\W*(?:total|effectif|nombre)\b.*\d/i,
  /^\W*(?:(?:class )?(?:total|average)|count|moyenne|boys|girls|garçons|filles|date|points(?: possible)?)[\W\d]*$/i,
  /^\d+ (?:students|pupils|children|élèves|enfants)\b/i,
  /^(?:\p{L}{0,2}\d{1,2}\p{L}?|CP)$/u,
];
/** Matches what says a sex, a group or an initial, and no name. */
const mark = /^(?:[a-z]\.?|male|female|boy|girl|masculin|féminin|garçon|fille|homme|femme)$/i;

/** Returns a cell without what is around the name. "Lovelace, Ada" in one cell is Ada Lovelace. */
const cellText = (cell = ''): string =>
  cell
    .trim()
    .replace(guard, '')
    .replace(before, '')
    .replace(date, '')
    .replace(/^([^,]+),([^,]+)$/, '$2 $1')
    .trim();
const hasLetters = (text = ''): boolean => /\p{L}/u.test(text) && !text.includes('@');
const isName = (cell?: string): boolean => {
  const text = cellText(cell);
  return hasLetters(text) && !/\d/.test(text) && !mark.test(text);
};
/** Returns the code in a cell. A spreadsheet reads 013 as a number, which is 13. */
const codeOf = (cell = ''): string | null => /^#?(\d{1,3})$/.exec(cell.trim())?.[1]?.padStart(3, '0') ?? null;

type Row = readonly string[];
const most = <One>(all: readonly One[], isSo: (one: One) => boolean): boolean =>
  all.filter(isSo).length * 2 > all.length;
/** Returns the numbers of the columns. */
const columnsOf = (rows: readonly Row[]): number[] => [...Array(Math.max(0, ...rows.map((row) => row.length))).keys()];

/** Returns whether a row is about the list. One with a text beside the first one is of a child, as in "Year 5;Ada". */
const isRemark = (row: Row): boolean => {
  const [text = '', ...others] = row.map((cell) => cell.trim()).filter(Boolean);
  if (others.some(hasLetters)) return false;
  const isTitle = others.length === 0 && titles.some((title) => title.test(text.replace(date, '')));
  return isTitle || counts.some((count) => count.test([text, ...others].join(' ')));
};

/**
 * The words of which heads of names consist, in English and French, and the short ones of neighbours' languages. A head
 * with another word, such as "Teacher last name", is of no student's name.
 */
const headWords = {
  first: 'first given forename forenames firstname fname prenom prenoms vorname voornaam roepnaam nombre nome',
  last: 'last family surname surnames lastname lname famille patronyme nachname achternaam apellido apellidos cognome sobrenome',
  name: 'name names fullname nom noms',
  person:
    'student students stu std pupil pupils child children learner eleve eleves enfant enfants etudiant etudiants apprenant apprenants',
  usual: 'preferred usual known chosen display usage usuel',
  other: 'legal birth naissance full complete complet as and et de du des d l la le les the of s',
};
const kinds = new Map(
  Object.entries(headWords).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)),
);

/** What a head says of its column, also in "student.lastName" and "LAST_NAME"; undefined if it is of no name. */
const headOf = (cell: string): { kind: string | undefined; isUsual: boolean } | undefined => {
  const words = cell
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();
  const has = new Set((words.match(/\p{L}+/gu) ?? []).map((word) => kinds.get(word)));
  if (has.has(undefined)) return undefined;
  // "Nom d'usage" and "nom de naissance" are family names.
  const isLast = has.has('last') || /\bnom (?:d['’]usage|usuel|de naissance)/.test(words);
  // "LastFirst" is the whole name.
  const isWhole = isLast && has.has('first');
  const kind = isWhole ? 'name' : isLast ? 'last' : ['first', 'name', 'person', 'usual'].find((one) => has.has(one));
  return { kind, isUsual: has.has('usual') };
};

/** Returns the columns whose heads name them, or undefined if this row is no head. */
const namedColumns = (row: Row, isUsed: (column: number) => boolean): NameColumns | undefined => {
  const heads = row.flatMap((cell, column) => {
    // A second "Forename" is of a parent.
    const head = isUsed(column) && row.indexOf(cell) === column ? headOf(cell) : undefined;
    return head === undefined ? [] : [{ ...head, column }];
  });
  // First the name that is used, last the one of the law.
  heads.sort((one, other) => Number(other.isUsual) - Number(one.isUsual));
  const of = (kind: string): number[] => heads.filter((head) => head.kind === kind).map(({ column }) => column);
  const [last, name] = [of('last'), of('name')];
  // "Known as" beside a family name is a first name.
  const first = [...(last.length > 0 ? of('usual') : []), ...of('first')];
  const hasLegalLast = heads.some(({ kind, isUsual }) => kind === 'last' && !isUsual);
  // "Nom" beside a first name is the family name, as in French registers, unless another column is that.
  if (first.length > 0) return { first, last: hasLegalLast ? last : [...last, ...name] };
  const whole = [of('person'), name, last].find((columns) => columns.length > 0);
  return whole && { first: whole, last: [] };
};

/** Returns the columns of most rows that have names. Two of them are the family name and the first name. */
const likelyColumns = (rows: readonly Row[]): NameColumns => {
  const columns = columnsOf(rows);
  const [one, other] = columns.filter(
    (column) =>
      most(rows, (row) => isName(row[column])) &&
      // Values that repeat are a group, a place or an answer.
      new Set(rows.map((row) => row[column]?.trim())).size * 2 > rows.length,
  );
  // Something else, such as a class, may be behind each name.
  const written = columns.filter((column) => most(rows, (row) => hasLetters(cellText(row[column]))));
  if (one === undefined) return { first: written.slice(0, 1), last: [] };
  const hasSeveralWords = (column: number) => most(rows, (row) => cellText(row[column]).includes(' '));
  // Beside a whole name, the other column belongs to another person.
  if (other === undefined || (hasSeveralWords(one) && hasSeveralWords(other))) return { first: [one], last: [] };
  const isCapital = (column: number) => most(rows, (row) => !/\p{Ll}/u.test(row[column] ?? ''));
  return !isCapital(one) && isCapital(other) ? { first: [one], last: [other] } : { first: [other], last: [one] };
};

/** Returns the rows of a pasted list or a file. Names in one line have a row each. */
const rowsOf = (text: string): string[][] => {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const { data } = Papa.parse<string[]>(
    lines.length === 1 && text.includes(',') ? text.replace(/ (?:and|et|&) /gi, ', ') : text,
    {
      delimiter: ['\t', ';'].find((sign) => most(lines, (line) => line.includes(sign))) ?? ',',
      skipEmptyLines: 'greedy',
    },
  );
  const [line = []] = data;
  const cells = line.filter((cell) => cell.trim() !== '');
  const isList =
    data.length === 1 &&
    cells.every(isName) &&
    (cells.length > 2 || (cells.length === 2 && cells.every((cell) => cell.trim().includes(' '))));
  return isList ? cells.map((cell) => [cell]) : data;
};

/**
 * Reads a list of names, one in each line, without what spreadsheets and registers put around it: numbers, bullets,
 * titles, a head, dates.
 * @param students the codes of the class. Other numbers are codes only behind a `#`
 */
export const readRegister = (text: string, students: readonly string[] = []): Register => {
  const rows = rowsOf(text).filter((row) => !isRemark(row));
  const columns = columnsOf(rows);
  const holdsCode = (cell = ''): boolean =>
    codeOf(cell) !== null && (cell.trim().startsWith('#') || students.includes(codeOf(cell) ?? ''));
  const codes = columns.findIndex((column) => {
    const held = rows.map((row) => row[column]).filter(holdsCode);
    // The number of a group, such as 101, is the same in each row.
    return held.length * 2 > rows.length - 1 && new Set(held).size === held.length;
  });
  // Titles may be above the head. What is in most rows, such as a role "student", is no head.
  const heads = rows.slice(0, 10).map((row, at) => {
    const below = rows.slice(at + 1);
    return namedColumns(
      row,
      (column) =>
        rows.length === 1 ||
        (below.some((one) => hasLetters(one[column])) && !most(below, (one) => one[column] === row[column])),
    );
  });
  const named = heads.find((one) => one !== undefined && one.last.length > 0) ?? heads.find((one) => one !== undefined);
  // A text above nothing but numbers or dates, and above a code, is a head in other words.
  const isOtherHead =
    rows.length > (codes >= 0 ? 1 : 3) &&
    (rows[0] ?? []).some(
      (cell, column) => /^\D*\p{L}\D*$/u.test(cell) && rows.slice(1).every((row) => /\d/.test(row[column] ?? '')),
    );
  const head = named !== undefined ? heads.indexOf(named) : isOtherHead ? 0 : -1;
  const compared = named === undefined ? columns : [...named.first, ...named.last];
  // A list of two classes has its head twice.
  const body = rows
    .slice(head + 1)
    .filter((row) => compared.some((column) => row[column]?.trim() !== rows[head]?.[column]?.trim()));
  const unnamed = codes >= 0 && isOtherHead ? { first: [], last: [] } : likelyColumns(body);
  return {
    labels: columns.map((column) => rows[head]?.[column]?.trim() ?? ''),
    rows: body,
    codes,
    columns: named ?? unnamed,
  };
};

/** Returns the names in a list. @param columns others than those that seem to have the names */
export const namesIn = ({ rows, codes, columns: likely }: Register, columns: NameColumns = likely): ListedName[] =>
  rows.flatMap((row) => {
    const part = (one: readonly number[]): string => one.map((column) => cellText(row[column])).find(Boolean) ?? '';
    const name = nameLine(`${part(columns.first)} ${part(columns.last)}`);
    return /\p{L}/u.test(name) ? [{ name, code: codeOf(row[codes]) }] : [];
  });

/** Finds a student for each name: by its code, or from the student `from` on. Some names have none. */
export const placesOf = (codes: readonly string[], from: string, list: readonly ListedName[]) => {
  const free = codes.slice(codes.indexOf(from)).values();
  const places = new Map<ListedName, string>();
  for (const one of list) {
    const student = one.code ?? free.next().value;
    if (student !== undefined && codes.includes(student)) places.set(one, student);
  }
  return places;
};
