import Papa from 'papaparse';
import { levelNamePattern } from '../../contracts/calls/levels.ts';
import { fileText } from '../../lib/files.ts';

/** The maximum number of names in one list: the levels of two archives. */
export const mostNames = 1_000;
const mostBytes = 5 * 1024 * 1024;

/** Why a file is not a list of levels. `badLine`: names would be lost or mixed up with other columns. */
export type FileProblem = 'noColumn' | 'noNames' | 'badLine' | 'tooMany';

const delimiters = [',', ';', '\t', '|'];

/**
 * Returns the text with one kind of line end, and without what is not part of a list: Excel's first line `sep=;` too.
 */
const listText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cf}/gu, '')
    .replace(/^"?sep=.*\n/i, '')
    .replace(/^(?:[\s,;|]*\n)+/, '')
    .trimEnd();

const isColumn = (cell: string): boolean => cell.trim().toLowerCase() === 'levelname';
const isBlank = (cell: string): boolean => cell.trim() === '';

/** Returns the names in the column LevelName of a CSV text, each once and as the server spells it. */
export const levelNamesIn = (given: string): readonly string[] | FileProblem => {
  const text = listText(given);
  const read = (delimiter: string, preview = 0) => Papa.parse<string[]>(text, { delimiter, newline: '\n', preview });
  // The rows do not show the delimiter, because their texts can contain others: it makes LevelName a column of the
  // head.
  const [found] = delimiters
    .map((delimiter) => ({ delimiter, head: read(delimiter, 1).data[0] ?? [] }))
    .filter(({ head }) => head.some(isColumn))
    .toSorted((one, other) => other.head.length - one.head.length);
  if (found === undefined) return 'noColumn';
  const { head, delimiter } = found;
  const column = head.findIndex(isColumn);
  /** Returns whether cells may be in other columns than those of the head. */
  const isShifted = (row: readonly string[]): boolean =>
    row.length <= column
      ? row.some((cell) => delimiters.some((one) => cell.includes(one)))
      : column > 0 && !row.slice(head.length).every(isBlank);
  const { data, errors } = read(delimiter);
  const rows = data.slice(1);
  // Papa Parse reports a quotation mark that is not closed, behind which all lines would be one text.
  if (errors.length > 0 || rows.some(isShifted)) return 'badLine';
  const names = new Set(rows.map((row) => (row[column] ?? '').trim().replaceAll('~', '__')));
  names.delete('');
  if (names.size === 0) return 'noNames';
  return names.size > mostNames ? 'tooMany' : [...names];
};

export const readNames = async (file: File): Promise<readonly string[] | FileProblem> =>
  file.size > mostBytes ? 'tooMany' : levelNamesIn((await fileText(file)) ?? '');

/** Returns whether a level can have this name. The server rejects a whole call for one invalid name. */
export const isLevelName = (name: string): boolean => levelNamePattern.test(name);
