import Papa from 'papaparse';
import { levelNamePattern } from '../../contracts/levels.ts';

/** The maximum number of names in one list. */
export const mostNames = 10_000;
const mostBytes = 5 * 1024 * 1024;

/** The reasons why a file is not a list of levels. Each has a message. */
export const fileProblems = ['empty', 'tooLarge', 'notText', 'noColumn', 'noNames', 'tooMany', 'badLine'] as const;
export type FileProblem = (typeof fileProblems)[number];
/** `line`: the number of the wrong line, of a `badLine`. */
export type UnreadableFile = { problem: FileProblem; line?: number | undefined };
export type NamesReading = { ok: true; names: string[] } | ({ ok: false } & UnreadableFile);

const problem = (name: FileProblem): NamesReading => ({ ok: false, problem: name });

const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/**
 * The encodings of spreadsheets: the one that a byte order mark names, UTF-8, or an old one. All old encodings agree on
 * the characters of a name, so `windows-1252` stands for them.
 */
const decode = (file: Uint8Array<ArrayBuffer>): string => {
  const mark = marks.find(({ bytes }) => bytes.every((byte, at) => file[at] === byte));
  if (mark !== undefined) return new TextDecoder(mark.encoding).decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
};

/**
 * Matches control characters except white space. No text contains them, but every picture does. The old encodings have
 * letters at 80 to 9F, which `windows-1252` reads as control characters.
 */
const binary = /[^\P{Cc}\s\x80-\x9f]/u;
/** The mark at the end of a file that old systems wrote. */
const endOfFile = '\u001A';
/** Excel's first line, which only names the delimiter. */
const delimiterLine = /^"?sep=.*\n/i;

/** Returns the text with one kind of line end, and without what is not part of a list. */
const normalize = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(delimiterLine, '\n')
    .replace(endOfFile, '');

/** The text of a cell, without invisible characters. */
const cellText = (cell = ''): string => cell.replace(/\p{Cf}/gu, '').trim();
const isBlank = (row: readonly string[]): boolean => row.every((cell) => cellText(cell) === '');

const columnOf = (head: readonly string[]): number =>
  head.findIndex((cell) => cellText(cell).toLowerCase() === 'levelname');

const delimiters = [',', ';', '\t', '|'];
/** The lines in which the head is searched: blank ones may precede it. */
const headLines = 20;

const parse = (text: string, delimiter: string, preview = 0) =>
  Papa.parse<string[]>(text, { delimiter, newline: '\n', preview });

/**
 * Returns the head and its delimiter: the one that makes LevelName a column. The rows cannot decide, because their
 * texts contain commas and semicolons, too. A head with one column has no delimiter.
 */
const headOf = (text: string): { head: string[]; delimiter: string } | undefined =>
  [Papa.UNIT_SEP, ...delimiters]
    .map((delimiter) => ({
      head: parse(text, delimiter, headLines).data.find((row) => !isBlank(row)) ?? [],
      delimiter,
    }))
    .filter(({ head }) => columnOf(head) >= 0)
    .toSorted((one, other) => other.head.length - one.head.length)[0];

/**
 * Returns whether cells of a row may be in other columns than those of the head: another delimiter is used, or a text
 * with the delimiter lacks its quotation marks.
 */
const isShifted = (row: readonly string[], head: readonly string[], column: number): boolean =>
  row.length <= column
    ? row.some((cell) => delimiters.some((delimiter) => cell.includes(delimiter)))
    : column > 0 && !isBlank(row.slice(head.length));

/**
 * Returns the names of the column `LevelName` without duplicates, with `__` for `~`
 * (product-spec.md#5-validation-rules). Reports the first line that cannot be read reliably, so that no name is lost.
 */
export const namesIn = (given: string): NamesReading => {
  const text = normalize(given);
  if (text.trim() === '') return problem('empty');
  if (binary.test(text)) return problem('notText');
  const found = headOf(text);
  if (found === undefined) return problem('noColumn');
  const { head, delimiter } = found;
  const column = columnOf(head);
  const { data, errors } = parse(text, delimiter);
  const wrong = new Set(errors.map(({ row }) => row));
  const names = new Set<string>();
  let line = 1;
  let isHead = true;
  for (const [index, row] of data.entries()) {
    if (wrong.has(index)) return { ok: false, problem: 'badLine', line };
    if (!isBlank(row)) {
      if (!isHead && isShifted(row, head, column)) return { ok: false, problem: 'badLine', line };
      const name = cellText(row[column]).replaceAll('~', '__');
      if (!isHead && name !== '') names.add(name);
      isHead = false;
    }
    // A quoted cell may contain line ends.
    line += row.join('').split('\n').length;
  }
  if (names.size === 0) return problem('noNames');
  return names.size > mostNames ? problem('tooMany') : { ok: true, names: [...names] };
};

/** Reads a chosen file. Fails for a folder, and for a file that was removed in the meantime. */
export const readNames = async (file: File): Promise<NamesReading> => {
  if (file.size > mostBytes) return problem('tooLarge');
  const bytes = await file.arrayBuffer().catch(() => null);
  return bytes === null ? problem('notText') : namesIn(decode(new Uint8Array(bytes)));
};

/** Returns whether a level can have this name. The server rejects a whole call for one invalid name. */
export const isLevelName = (name: string): boolean => levelNamePattern.test(name);
