import { useId } from 'react';
import { heatOf } from '../../config/curriculum.ts';
import { useElement } from '../shared/use-element.ts';
import {
  type ClassTexts,
  overviewId,
  type Panel,
  type Sort,
  type StudentRow,
  shareOf,
  thisWeek,
  weekKey,
} from './class-view.ts';
import type { StudentNames } from './student-names.ts';

/** A line in the weight of the other icons. It needs far fewer bytes than an outline. */
const CaretIcon = () => (
  <svg className="maths-icon" viewBox="0 0 256 256" aria-hidden="true">
    <path
      d="m96 48 80 80-80 80"
      fill="none"
      stroke="currentColor"
      strokeWidth="24"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

type ProgressTableProps = {
  texts: ClassTexts;
  names: StudentNames;
  panel: Panel;
  rows: readonly StudentRow[];
  sort: Sort;
  onSort(key: string): void;
  /** Opens a student. `place` is the panel and the code. */
  onStudent(place: string): void;
  /** The line above the column names on each printed page; null on the screen. */
  paperHead: string | null;
};

/**
 * A row for each student, a column for each concept. It scrolls sideways; with the keyboard, focus one of its column
 * heads.
 */
function ProgressTable({ texts, names, panel, rows, sort, onSort, onStudent, paperHead }: ProgressTableProps) {
  const { t } = useElement();
  const { id, label, columns } = panel;
  /** When a student was active last is a matter of all packages. */
  const showsDay = id === overviewId;
  const head = { sort, onSort, plain: paperHead !== null };
  return (
    <section className="maths-table-box" aria-label={t('table.region', { package: label })}>
      <table className="maths-table">
        <colgroup>
          <col className="maths-student-column" />
          <col className="maths-week-column" />
          <col className="maths-concept-column" span={columns.length} />
          {showsDay && <col className="maths-day-column" />}
        </colgroup>
        <thead>
          {paperHead !== null && (
            <tr>
              <th className="maths-paper-head" colSpan={columns.length + (showsDay ? 3 : 2)}>
                {paperHead}
              </th>
            </tr>
          )}
          <tr>
            <SortHead {...head} className="maths-student" label={t('table.student')} by="student" />
            <SortHead {...head} label={t('week.column')} by={weekKey(id)} />
            {columns.map(({ key, label: concept }) => (
              <SortHead key={key} {...head} label={concept} by={key} />
            ))}
            {showsDay && <SortHead {...head} label={t('table.lastPlayed')} by="lastPlayed" />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.code}>
              <th scope="row" className="maths-student">
                <button
                  type="button"
                  className="maths-open"
                  data-student={`${id}/${row.code}`}
                  onClick={({ currentTarget }) => onStudent(currentTarget.dataset['student'] ?? '')}
                >
                  {texts.student(row.code)} <bdi>{names.get(row.code)}</bdi>
                </button>{' '}
                {row.help !== null && (
                  <span className="maths-reason" title={texts.help(row.help, row)}>
                    {texts.help(row.help, row)}
                  </span>
                )}
              </th>
              <td className={thisWeek(row, id) === 0 ? 'maths-week maths-heat-0' : 'maths-week'}>
                {texts.number(thisWeek(row, id))}
              </td>
              {columns.map(({ key }) => (
                <td key={key} className={`maths-heat-${heatOf(shareOf(row.cells.get(key)))}`}>
                  {texts.cell(row.cells.get(key))}
                </td>
              ))}
              {showsDay && (
                <td className="maths-day" title={texts.lastPlayed(row)}>
                  {texts.shortDay(row)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type SortHeadProps = {
  label: string;
  by: string;
  sort: Sort;
  onSort(key: string): void;
  className?: string;
  /** Chromium does not paint a button in a table head that is repeated on the next printed page. */
  plain: boolean;
};

/** The head of a column. A press sorts all tables by it, and another press reverses the order. */
function SortHead({ label, by, sort, onSort, className, plain }: SortHeadProps) {
  const isSorted = sort.key === by;
  const direction = sort.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={isSorted ? direction : undefined}>
      {plain ? (
        <span className="maths-sort">{label}</span>
      ) : (
        <button type="button" className="maths-sort" onClick={() => onSort(by)}>
          <span>{label}</span>
          {isSorted && <CaretIcon />}
        </button>
      )}
    </th>
  );
}

type PackagePanelProps = ProgressTableProps & {
  open: boolean;
  onToggle(): void;
  /** Why a table of a started package has no row. */
  none: string;
};

/** A package that opens and closes. Only an open table is rendered, because a class has two thousand cells. */
export function PackagePanel({ open, onToggle, none, ...table }: PackagePanelProps) {
  const { t } = useElement();
  const { texts, panel, rows } = table;
  const id = useId();
  const content = () => {
    if (panel.started && rows.length > 0) return <ProgressTable {...table} />;
    return <p className="maths-panel-note">{panel.started ? none : t('none.package')}</p>;
  };
  return (
    <section className={panel.started ? 'maths-package' : 'maths-package maths-package-untouched'} part="panel">
      <h2 className="maths-package-heading">
        <button
          type="button"
          className="maths-package-button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
        >
          <CaretIcon />
          <span className="maths-package-name">{panel.label}</span>
          <span>
            <b>{texts.percent(panel.average)}</b> <span className="maths-sr-only">{t('table.average')}</span>
          </span>
        </button>
      </h2>
      <div id={id}>{open && content()}</div>
    </section>
  );
}
