import { appendFileSync, openAsBlob, writeFileSync } from 'node:fs';
import Papa from 'papaparse';
import { visibleText } from '../../src/contracts/typed-text.ts';
import { fileText } from '../../src/lib/files.ts';
import { AdminError } from './commands.ts';

/** Returns the text of a file in the encoding that it has; null if it cannot be read. */
export const textAt = async (path: string): Promise<string | null> => {
  try {
    return await fileText(await openAsBlob(path));
  } catch {
    return null;
  }
};

/** `read` returns the field of a column without the spaces around it, or an empty text. */
export type ListLine<Column extends string> = { line: number; read(column: Column): string };

/**
 * Reads a list: columns in any order, separated by commas, semicolons or tabs.
 * @param heads the heads of each column, in lower case without anything but letters
 * @throws AdminError for a file that cannot be read, or has not all required columns
 */
export const readList = async <Column extends string>(
  path: string,
  heads: Readonly<Record<Column, readonly string[]>>,
  required: readonly Column[],
): Promise<ListLine<Column>[]> => {
  const text = await textAt(path);
  if (text === null) throw new AdminError(`${path} is missing, or is not a text file.`);
  const [head = ''] = text.split('\n', 1);
  const delimiter = [';', '\t'].find((sign) => head.includes(sign)) ?? ',';
  const [first = [], ...lines] = Papa.parse<string[]>(text, { delimiter }).data;
  const found = first.map((typed) => typed.toLowerCase().replace(/[^a-z]/g, ''));
  const placeOf = (column: Column): number => found.findIndex((one) => heads[column].includes(one));
  const missing = required.filter((column) => placeOf(column) === -1);
  if (missing.length > 0) throw new AdminError(`${path} has no column ${missing.join(', ')} in its first line.`);
  return lines
    .map((fields, at) => ({ fields, line: at + 2, read: (one: Column) => visibleText(fields[placeOf(one)] ?? '') }))
    .filter(({ fields }) => fields.some((field) => field.trim() !== ''));
};

/** How often a command says how far it is, in milliseconds. */
const pause = 5_000;

type ReportOptions = { subject: string; total: number; dryRun: boolean };

/**
 * Begins a report beside a list, which replaces an earlier one. A line is on the disk before the next one is carried
 * out.
 * @param subject the head of the column that names what a line is about
 * @param total the number of lines of the list
 */
export const openReport = (list: string, { subject, total, dryRun }: ReportOptions) => {
  const path = `${list.replace(/\.csv$/i, '')}.${dryRun ? 'dry-run' : 'report'}.csv`;
  const counts = new Map<string, number>();
  const text = (...fields: readonly unknown[]): string => `${Papa.unparse([fields], { escapeFormulae: true })}\r\n`;
  let [done, saidAt] = [0, Date.now()];
  writeFileSync(path, `\uFEFF${text('line', subject, 'result', 'detail')}`);
  return {
    /** Adds what became of a line, and what else is to be known about it. */
    add: (line: number, name: string, result: string, details: readonly [string, string][] = []): void => {
      appendFileSync(path, [[result, ''], ...details].map((fields) => text(line, name, ...fields)).join(''));
      counts.set(result, (counts.get(result) ?? 0) + 1);
      done += 1;
      if (Date.now() - saidAt < pause) return;
      saidAt = Date.now();
      process.stderr.write(`${done} of ${total}\n`);
    },
    /** Returns how often each result occurred, and where the report is. */
    summary: (): string[] => [
      ...[...counts].map(([result, count]) => `${result}: ${count}`),
      `Report: ${path}`,
      ...(dryRun ? ['Nothing else was written.'] : []),
    ],
  };
};
