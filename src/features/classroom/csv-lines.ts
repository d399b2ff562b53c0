import type { Translate } from '../../i18n/translate.ts';
import type { ClassView } from './class-view.ts';
import { type Formats, nothing, studentText, tallyText } from './shown-text.ts';

/**
 * What the panels show, as one table: the rows as they stand, the columns of every started package, and the averages
 * under the heads. Open or closed makes no difference.
 */
export const csvLines = (
  { panels, rows }: ClassView,
  averageLabel: string,
  t: Translate,
  formats: Formats,
): string[][] => {
  const shown = panels.filter(({ started }) => started);
  const heads = shown.flatMap(({ label, columns }) => columns.map((column) => `${label} – ${column.label}`));
  const averages = shown.flatMap((panel) => panel.averages.map(formats.percent));
  const columns = shown.flatMap((panel) => panel.columns);
  return [
    [t('table.student'), t('table.lastPlayed'), t('table.help'), ...heads],
    [averageLabel, nothing, nothing, ...averages],
    ...rows.map(({ code, lastPlayedAt, help, cells }) => [
      studentText(code),
      lastPlayedAt === null ? t('table.never') : formats.day(lastPlayedAt),
      help === null ? nothing : t(`help.${help}`),
      ...columns.map(({ key }) => {
        const cell = cells.get(key);
        return cell === undefined ? '' : tallyText(cell);
      }),
    ]),
  ];
};
