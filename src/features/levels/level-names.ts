import Papa from 'papaparse';
import { levelNamePattern } from '../../contracts/levels.ts';

/** Of one list. */
export const mostNames = 10_000;
const mostBytes = 5 * 1024 * 1024;

/** Why a file is no list of levels; each has its sentence. */
export const fileProblems = ['empty', 'tooLarge', 'notText', 'noColumn', 'noNames', 'tooMany'] as const;
export type FileProblem = (typeof fileProblems)[number];
export type NamesReading = { ok: true; names: string[] } | { ok: false; problem: FileProblem };

const problem = (name: FileProblem): NamesReading => ({ ok: false, problem: name });

/** Spreadsheets write UTF-8, UTF-16 with its mark, or what Windows had before. */
const decode = (bytes: Uint8Array<ArrayBuffer>): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** Control signs that are no white space: no text has them, and every picture. */
const binary = /[^\P{Cc}\s]/u;

const columnOf = (head: readonly string[] = []): number =>
  head.findIndex((cell) => cell.trim().toLowerCase() === 'levelname');

/** The names of the column `LevelName`, each once, as they travel: `~` is `__` (spec section 5). */
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

/** Reads a chosen file. A folder, or a file that went away meanwhile, is none. */
export const readNames = async (file: File): Promise<NamesReading> => {
  if (file.size > mostBytes) return problem('tooLarge');
  const bytes = await file.arrayBuffer().catch(() => null);
  return bytes === null ? problem('notText') : namesIn(decode(new Uint8Array(bytes)));
};

/** Whether a level can have this name; the server refuses a whole call for one that none can have. */
export const isLevelName = (name: string): boolean => levelNamePattern.test(name);
