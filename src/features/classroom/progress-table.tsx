import { useElement } from '../shared/use-element.ts';
import { type ClassTexts, emptyCell } from './class-texts.ts';
import { columnAverages, type Panel } from './class-view.ts';
import type { StudentRow } from './class-rows.ts';
import type { StudentNames } from './names/student-names.ts';
import { ProgressRow } from './progress-row.tsx';
import { SortHead } from './sort-head.tsx';
import { columnSort, type Sort, type SortKey } from './sorting.ts';
import { useShownRows } from './use-shown-rows.ts';

/** With more columns than this, a table is wider than any page. */
const columnsOfAPage = 9;

export type ProgressTableProps = {
  texts: ClassTexts;
  names: StudentNames;
  panel: Panel;
  rows: readonly StudentRow[];
  /** The averages of the table. */
  averageLabel: string;
  sort: Sort;
  onSort(key: SortKey): void;
  /**
   * The line above the column names on each printed page; null on the screen. In print all rows are rendered at once.
   */
  paperHead: string | null;
};

/**
 * The table of a package, with a row for each student and a column for each concept. A table that is too wide scrolls;
 * with the keyboard, focus one of its column heads.
 */
export function ProgressTable({
  texts,
  names,
  panel,
  rows,
  averageLabel,
  sort,
  onSort,
  paperHead,
}: ProgressTableProps) {
  const { t } = useElement();
  const { label, columns } = panel;
  const averages = columnAverages(rows, columns);
  const onPaper = paperHead !== null;
  const shown = useShownRows(rows.length, onPaper);
  const head = { sort, onSort, plain: onPaper };
  return (
    <section
      className={columns.length > columnsOfAPage ? 'maths-table-box maths-table-wide' : 'maths-table-box'}
      aria-label={t('table.region', { package: label })}
    >
      <table className="maths-table">
        <colgroup>
          <col className="maths-student-column" />
          {onPaper && <col className="maths-name-column" />}
          {columns.map(({ key }) => (
            <col key={key} className="maths-concept-column" />
          ))}
          <col className="maths-day-column" />
        </colgroup>
        <thead>
          {onPaper && (
            <tr>
              <th className="maths-paper-head" colSpan={columns.length + 3}>
                {paperHead}
              </th>
            </tr>
          )}
          <tr>
            <SortHead {...head} className="maths-student" label={t('table.student')} by="student" />
            {onPaper && <th scope="col">{t('name')}</th>}
            {columns.map(({ key, label: concept }) => (
              <SortHead key={key} {...head} label={concept} by={columnSort(key)} />
            ))}
            <SortHead {...head} label={t('table.lastPlayed')} by="lastPlayed" />
          </tr>
          <tr className="maths-averages">
            <th scope="row" className="maths-student">
              {averageLabel}
            </th>
            {onPaper && <td>{emptyCell}</td>}
            {columns.map(({ key }, place) => (
              <td key={key}>{texts.percent(averages[place] ?? 0)}</td>
            ))}
            <td>{emptyCell}</td>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <ProgressRow
              key={row.code}
              {...{ row, columns, texts, onPaper }}
              name={names.get(row.code)}
              packageId={panel.id}
              waiting={place >= shown}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}
