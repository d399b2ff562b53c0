import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import { type ClassTexts, type ClassView, emptyCell, overviewId, type StudentRow } from './class-view.ts';
import { noNames, type StudentNames } from './student-names.ts';

/** Formats a time as a day that a spreadsheet reads, and a file name may contain: 2026-11-21. */
const isoDay = new Intl.DateTimeFormat('sv', { dateStyle: 'short' });

/** `names`: a column for them is added if there are any. */
export type CsvTexts = { t: Translate; texts: ClassTexts; names?: StudentNames };

/**
 * Returns the panels as one table: the rows in their order on the page, the levels of the last two weeks, in all and in
 * each started package, and for each of its concepts two columns, completed and all levels, for calculations. Averages
 * would be counted with the students.
 */
export const csvLines = ({ panels, rows }: ClassView, { t, texts, names = noNames }: CsvTexts): string[][] => {
  const shown = panels.filter(({ started }) => started);
  const weekHeads = (name: string) => [t('csv.week', { name }), t('csv.before', { name })];
  const weekFields = ({ weeks }: StudentRow, id: string) => [0, 1].map((week) => String(weeks.get(id)?.[week] ?? 0));
  const heads = shown.flatMap(({ label, columns }) => [
    ...weekHeads(label),
    ...columns.flatMap((column) => {
      const name = `${label} – ${column.label}`;
      return [t('csv.completed', { name }), t('csv.total', { name })];
    }),
  ]);
  return [
    [
      t('table.student'),
      ...(names.size > 0 ? [t('name')] : []),
      t('table.lastPlayed'),
      t('table.help'),
      ...weekHeads(t('overview')),
      ...heads,
    ],
    ...rows.map((row) => [
      texts.student(row.code),
      ...(names.size > 0 ? [names.get(row.code) ?? ''] : []),
      row.lastPlayedAt === null ? texts.lastPlayed(row) : isoDay.format(Date.parse(row.lastPlayedAt)),
      row.help === null ? emptyCell : texts.help(row.help, row),
      ...weekFields(row, overviewId),
      ...shown.flatMap(({ id, columns }) => [
        ...weekFields(row, id),
        ...columns.flatMap(({ key }) => [
          String(row.cells.get(key)?.done ?? 0),
          String(row.cells.get(key)?.total ?? 0),
        ]),
      ]),
    ]),
  ];
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
