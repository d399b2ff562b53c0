import type { Translate } from '../../i18n/translate.ts';
import { type ClassTexts, emptyCell } from './class-texts.ts';
import { type ClassView, columnAverages } from './class-view.ts';

/**
 * Returns the panels as one table: the rows in their order on the page, the columns of every started package, and the
 * averages below the column names. Closed panels are included.
 */
export const csvLines = (
  { panels, rows }: ClassView,
  { t, texts, averageLabel }: { t: Translate; texts: ClassTexts; averageLabel: string },
): string[][] => {
  const shown = panels.filter(({ started }) => started);
  const heads = shown.flatMap(({ label, columns }) => columns.map((column) => `${label} – ${column.label}`));
  const columns = shown.flatMap((panel) => panel.columns);
  const averages = columnAverages(rows, columns).map(texts.percent);
  return [
    [t('table.student'), t('table.lastPlayed'), t('table.help'), ...heads],
    [averageLabel, emptyCell, emptyCell, ...averages],
    ...rows.map(({ code, lastPlayedAt, help, cells }) => [
      texts.student(code),
      texts.lastPlayed(lastPlayedAt),
      help === null ? emptyCell : texts.help(help),
      ...columns.map(({ place }) => texts.cell(cells[place])),
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
