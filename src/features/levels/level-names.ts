import Papa from 'papaparse';
import { levelNamePattern } from '../../contracts/calls/levels.ts';
import { fileText } from '../../lib/files.ts';

/** The maximum number of names in one list: the levels of two archives. */
export const mostNames = 1_000;
const mostBytes = 5 * 1024 * 1024;

/** Why a file is not a list of levels. */
export type FileProblem = 'noColumn' | 'noNames' | 'tooMany';

const column = 'levelname';

/** Returns the names in the column LevelName of a CSV text, each once and as the server spells it. */
export const namesIn = (text: string): readonly string[] | FileProblem => {
  const [head = ''] = text.trim().split(/[\r\n]/, 1);
  const { data, meta } = Papa.parse<Record<string, string>>(text.trim(), {
    header: true,
    transformHeader: (name) => name.trim().toLowerCase(),
    // The texts of the rows can contain other delimiters.
    delimiter: Papa.parse(head, { delimitersToGuess: [',', ';', '\t', '|'] }).meta.delimiter,
  });
  if (meta.fields?.includes(column) !== true) return 'noColumn';
  const names = data.map((row) => (row[column] ?? '').trim().replaceAll('~', '__'));
  const found = new Set(names.filter((name) => name !== ''));
  if (found.size === 0) return 'noNames';
  return found.size > mostNames ? 'tooMany' : [...found];
};

export const readNames = async (file: File): Promise<readonly string[] | FileProblem> =>
  file.size > mostBytes ? 'tooMany' : namesIn((await fileText(file)) ?? '');

/** Returns whether a level can have this name. The server rejects a whole call for one invalid name. */
export const isLevelName = (name: string): boolean => levelNamePattern.test(name);
