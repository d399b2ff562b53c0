import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import { type ClassTexts, type ClassView, emptyCell, overviewId, type StudentRow } from './class-view.ts';
import { noNames, type StudentNames } from './student-names.ts';

/** Formats a time as a day that a spreadsheet reads, and a file name may contain: 2026-11-21. */
const isoDay = new Intl.DateTimeFormat('sv', { dateStyle: 'short' });

/** `names`: a column for them is added if there are any. */
export type CsvTexts = { t: Translate; texts: ClassTexts; names?: StudentNames };

/** A column of the file: its head, and its text for a student. */
type CsvColumn = readonly [head: string, textOf: (row: StudentRow) => string];

/**
 * Returns the panels as one table: the rows in their order on the page, the levels of the last two weeks, in all and in
 * each started package, and for each of its concepts two columns, completed and all levels, for calculations. Averages
 * would be counted with the students.
 */
export const csvLines = ({ panels, rows }: ClassView, { t, texts, names = noNames }: CsvTexts): string[][] => {
  const named: CsvColumn[] = names.size > 0 ? [[t('name'), ({ code }) => names.get(code) ?? '']] : [];
  const weeksOf = (name: string, id: string): CsvColumn[] =>
    (['csv.week', 'csv.before'] as const).map((key, week) => [
      t(key, { name }),
      ({ weeks }) => String(weeks.get(id)?.[week] ?? 0),
    ]);
  const levelsOf = (key: string, name: string): CsvColumn[] => [
    [t('csv.completed', { name }), ({ cells }) => String(cells.get(key)?.done ?? 0)],
    [t('csv.total', { name }), ({ cells }) => String(cells.get(key)?.total ?? 0)],
  ];
  const all: CsvColumn[] = [
    [t('table.student'), ({ code }) => texts.student(code)],
    ...named,
    [
      t('table.lastPlayed'),
      (row) => (row.lastPlayedAt === null ? texts.lastPlayed(row) : isoDay.format(Date.parse(row.lastPlayedAt))),
    ],
    [t('table.help'), (row) => (row.help === null ? emptyCell : texts.help(row.help, row))],
    ...weeksOf(t('overview'), overviewId),
    ...panels
      .filter(({ started }) => started)
      .flatMap(({ id, label, columns }) => [
        ...weeksOf(label, id),
        ...columns.flatMap((column) => levelsOf(column.key, `${label} – ${column.label}`)),
      ]),
  ];
  return [all.map(([head]) => head), ...rows.map((row) => all.map(([, textOf]) => textOf(row)))];
};

/** Excel reads a file as UTF-8 only when it starts with this byte order mark. */
const byteOrderMark = '\uFEFF';

/** Matches texts that a spreadsheet would run as a formula. With an apostrophe before it, such a text stays a text. */
const unarmed = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Returns the lines as RFC 4180 with every field quoted. */
export const csvOf = (lines: readonly (readonly string[])[], delimiter: ',' | ';'): string =>
  byteOrderMark + lines.map((fields) => `${fields.map((text) => quoted(unarmed(text))).join(delimiter)}\r\n`).join('');

/** Returns the delimiter that spreadsheets expect: a semicolon where decimals have a comma. */
const delimiterOf = (language: Language) => ((0.5).toLocaleString(language).includes(',') ? ';' : ',');

export const classFile = (view: ClassView, readAt: number, said: CsvTexts): { name: string; text: string } => ({
  name: said.t('csv.name', { date: isoDay.format(readAt) }),
  text: csvOf(csvLines(view, said), delimiterOf(said.t.language)),
});
