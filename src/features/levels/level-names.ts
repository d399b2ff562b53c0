import Papa from 'papaparse';
import { levelNamePattern } from '../../contracts/calls/levels.ts';
import { fileText } from '../../lib/file-text.ts';

/** The maximum number of names in one list: the levels of two archives. */
export const mostNames = 1_000;
const mostBytes = 5 * 1024 * 1024;

/** The reasons why a file is not a list of levels. Each has a message. */
export const fileProblems = ['tooLarge', 'notText', 'noColumn', 'noNames', 'tooMany', 'badLine'] as const;
export type FileProblem = (typeof fileProblems)[number];
/** `line`: the number of the wrong line, of a `badLine`. */
export type UnreadableFile = { problem: FileProblem; line?: number | undefined };
export type NamesReading = { ok: true; names: string[] } | ({ ok: false } & UnreadableFile);

const problem = (name: FileProblem, line?: number): NamesReading => ({ ok: false, problem: name, line });

const column = 'levelname';
const isBlank = (row: Readonly<Record<string, unknown>> = {}): boolean =>
  Object.values(row).every((cell) => String(cell).trim() === '');

/** Returns the names in the column LevelName of a CSV text, each once and as the server spells it. */
export const namesIn = (text: string): NamesReading => {
  const [head = ''] = text.trim().split(/[\r\n]/, 1);
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text.trim(), {
    header: true,
    transformHeader: (name) => name.trim().toLowerCase(),
    // The texts of the rows can contain other delimiters.
    delimiter: Papa.parse(head, { delimitersToGuess: [',', ';', '\t', '|'] }).meta.delimiter,
  });
  if (meta.fields?.includes(column) !== true) return problem('noColumn');
  // Papa Parse counts rows from the head for quotation marks, and from the row below it for fields.
  const wrong = errors.flatMap(({ type, row = 0 }) => {
    if (type === 'Quotes') return row + 1;
    // A blank line has too few fields.
    return isBlank(data[row]) ? [] : row + 2;
  });
  if (wrong.length > 0) return problem('badLine', Math.min(...wrong));
  const names = data.map((row) => (row[column] ?? '').trim().replaceAll('~', '__'));
  const found = new Set(names.filter((name) => name !== ''));
  if (found.size === 0) return problem('noNames');
  return found.size > mostNames ? problem('tooMany') : { ok: true, names: [...found] };
};

/** Reads a chosen file. */
export const readNames = async (file: File): Promise<NamesReading> => {
  if (file.size > mostBytes) return problem('tooLarge');
  const text = await fileText(file);
  return text === null ? problem('notText') : namesIn(text);
};

/** Returns whether a level can have this name. The server rejects a whole call for one invalid name. */
export const isLevelName = (name: string): boolean => levelNamePattern.test(name);
