import type { Translate } from '../../i18n/translate.ts';
import { type ClassTexts, nothing } from './class-texts.ts';
import type { ClassView } from './class-view.ts';

/**
 * What the panels show, as one table: the rows as they stand, the columns of every started package, and the averages
 * under the heads. Open or closed makes no difference.
 */
export const csvLines = (
  { panels, rows }: ClassView,
  { t, texts, averageLabel }: { t: Translate; texts: ClassTexts; averageLabel: string },
): string[][] => {
  const shown = panels.filter(({ started }) => started);
  const heads = shown.flatMap(({ label, columns }) => columns.map((column) => `${label} – ${column.label}`));
  const averages = shown.flatMap((panel) => panel.averages.map(texts.percent));
  const columns = shown.flatMap((panel) => panel.columns);
  return [
    [t('table.student'), t('table.lastPlayed'), t('table.help'), ...heads],
    [averageLabel, nothing, nothing, ...averages],
    ...rows.map(({ code, lastPlayedAt, help, cells }) => [
      texts.student(code),
      texts.lastPlayed(lastPlayedAt),
      help === null ? nothing : texts.help(help),
      ...columns.map(({ place }) => texts.cell(cells[place])),
    ]),
  ];
};
