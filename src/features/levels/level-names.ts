import Papa from 'papaparse';
import { levelNamePattern } from '../../contracts/levels.ts';

/** The maximum number of names in one list. */
export const mostNames = 10_000;
const mostBytes = 5 * 1024 * 1024;

/** The reasons why a file is not a list of levels. Each has a message. */
export const fileProblems = ['empty', 'tooLarge', 'notText', 'noColumn', 'noNames', 'tooMany'] as const;
export type FileProblem = (typeof fileProblems)[number];
export type NamesReading = { ok: true; names: string[] } | { ok: false; problem: FileProblem };

const problem = (name: FileProblem): NamesReading => ({ ok: false, problem: name });

/** The encodings of spreadsheets: UTF-8, UTF-16 with a byte order mark, or the old Windows encoding. */
const decode = (bytes: Uint8Array<ArrayBuffer>): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** Matches control characters except white space. No text contains them, but every picture does. */
const binary = /[^\P{Cc}\s]/u;

const columnOf = (head: readonly string[] = []): number =>
  head.findIndex((cell) => cell.trim().toLowerCase() === 'levelname');

/**
 * Returns the names of the column `LevelName` without duplicates, with `__` for `~`
 * (product-spec.md#5-validation-rules).
 */
export const namesIn = (text: string): NamesReading => {
  if (text.trim() === '') return problem('empty');
  if (binary.test(text)) return problem('notText');
  const [head, ...rows] = Papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  }).data;
  const column = columnOf(head);
  if (column < 0) return problem('noColumn');
  const cells = rows.map((row) => (row[column] ?? '').trim().replaceAll('~', '__'));
  const names = [...new Set(cells.filter((name) => name !== ''))];
  if (names.length === 0) return problem('noNames');
  return names.length > mostNames ? problem('tooMany') : { ok: true, names };
};

/** Reads a chosen file. Fails for a folder, and for a file that was removed in the meantime. */
export const readNames = async (file: File): Promise<NamesReading> => {
  if (file.size > mostBytes) return problem('tooLarge');
  const bytes = await file.arrayBuffer().catch(() => null);
  return bytes === null ? problem('notText') : namesIn(decode(new Uint8Array(bytes)));
};

/** Returns whether a level can have this name. The server rejects a whole call for one invalid name. */
export const isLevelName = (name: string): boolean => levelNamePattern.test(name);
