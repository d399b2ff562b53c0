import type { Translate } from '../../i18n/translate.ts';
import { type ClassTexts, nothing } from './class-texts.ts';
import type { Panel } from './class-view.ts';
import type { Row } from './class-rows.ts';
import { ProgressRow } from './progress-row.tsx';
import { SortHead } from './sort-head.tsx';
import { columnSort, type Sort, type SortKey } from './sorting.ts';

/** With more columns than this a table is wider than any page. */
const columnsOfAPage = 9;

export type ProgressTableProps = {
  t: Translate;
  texts: ClassTexts;
  panel: Panel;
  rows: readonly Row[];
  /** What the averages are of. */
  averageLabel: string;
  sort: Sort;
  onSort(key: SortKey): void;
};

/** One package: a row a student, a column a concept. What is too wide scrolls, by keyboard from one of its heads. */
export function ProgressTable({ t, texts, panel, rows, averageLabel, sort, onSort }: ProgressTableProps) {
  const { label, columns, averages } = panel;
  const head = { sort, onSort };
  return (
    <section
      className={columns.length > columnsOfAPage ? 'maths-table-box maths-table-wide' : 'maths-table-box'}
      aria-label={t('table.region', { package: label })}
    >
      <table className="maths-table">
        <colgroup>
          <col className="maths-student-column" />
          <col className="maths-day-column" />
          {columns.map(({ key }) => (
            <col key={key} className="maths-concept-column" />
          ))}
        </colgroup>
        <thead>
          <tr>
            <SortHead {...head} className="maths-student" label={t('table.student')} by="student" />
            <SortHead {...head} label={t('table.lastPlayed')} by="lastPlayed" />
            {columns.map(({ key, label: concept }) => (
              <SortHead key={key} {...head} label={concept} by={columnSort(key)} />
            ))}
          </tr>
          <tr className="maths-averages">
            <th scope="row" className="maths-student">
              {averageLabel}
            </th>
            <td>{nothing}</td>
            {columns.map(({ key }, place) => (
              <td key={key}>{texts.percent(averages[place] ?? 0)}</td>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ProgressRow key={row.code} row={row} columns={columns} texts={texts} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
