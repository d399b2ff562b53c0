import { useId } from 'react';
import { useElement } from '../shared/use-element.ts';
import { CaretIcon, HandIcon } from './class-header.tsx';
import { type Column, heatOf, type StudentRow } from './class-tables.ts';
import { type ClassTexts, emptyCell } from './class-texts.ts';
import { ariaSort, columnAverages, columnSort, type Panel, type Sort, type SortKey } from './class-view.ts';
import type { StudentNames } from './student-names.ts';

/** With more columns than this, a table is wider than any page. */
const columnsOfAPage = 9;

type ProgressTableProps = {
  texts: ClassTexts;
  names: StudentNames;
  panel: Panel;
  rows: readonly StudentRow[];
  /** The averages of the table. */
  averageLabel: string;
  sort: Sort;
  onSort(key: SortKey): void;
  /** The line above the column names on each printed page; null on the screen. */
  paperHead: string | null;
};

/**
 * The table of a package, with a row for each student and a column for each concept. A table that is too wide scrolls;
 * with the keyboard, focus one of its column heads.
 */
function ProgressTable({ texts, names, panel, rows, averageLabel, sort, onSort, paperHead }: ProgressTableProps) {
  const { t } = useElement();
  const { label, columns } = panel;
  const averages = columnAverages(rows, columns);
  const onPaper = paperHead !== null;
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
          {rows.map((row) => (
            <ProgressRow
              key={row.code}
              {...{ row, columns, texts, onPaper }}
              name={names.get(row.code)}
              packageId={panel.id}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type SortHeadProps = {
  label: string;
  by: SortKey;
  sort: Sort;
  onSort(key: SortKey): void;
  className?: string;
  /** Chromium does not paint a button in a table head that is repeated on the next printed page. */
  plain: boolean;
};

/** The head of a column. A press sorts all tables by it, and another press reverses the order. */
function SortHead({ label, by, sort, onSort, className, plain }: SortHeadProps) {
  const direction = ariaSort(sort, by);
  return (
    <th scope="col" className={className} aria-sort={direction}>
      {plain ? (
        <span className="maths-sort">{label}</span>
      ) : (
        <button type="button" className="maths-sort" onClick={() => onSort(by)}>
          <span>{label}</span>
          {direction !== undefined && <CaretIcon />}
        </button>
      )}
    </th>
  );
}

type ProgressRowProps = {
  row: StudentRow;
  name: string | undefined;
  packageId: string;
  columns: readonly Column[];
  texts: ClassTexts;
  /** Whether the row is printed, with a line for the name. */
  onPaper: boolean;
};

/** Renders the progress of a student in one package. */
function ProgressRow({ row, name, packageId, columns, texts, onPaper }: ProgressRowProps) {
  const { code, lastPlayedAt, help, cells } = row;
  return (
    <tr>
      <th scope="row" className="maths-student">
        {texts.student(code)} {!onPaper && name}{' '}
        {help?.package === packageId && (
          <span className="maths-flag" title={texts.help(help)}>
            <HandIcon />
            <span className="maths-reason">{texts.shortHelp(help.reason)}</span>
          </span>
        )}
      </th>
      {onPaper && (
        <td className="maths-name" dir="auto">
          {name}
        </td>
      )}
      {columns.map(({ key, place }) => (
        <td key={key} className={`maths-heat maths-heat-${heatOf(cells[place])}`}>
          {texts.cell(cells[place])}
        </td>
      ))}
      <td className="maths-day" title={texts.lastPlayed(lastPlayedAt)}>
        {texts.shortDay(lastPlayedAt)}
      </td>
    </tr>
  );
}

type PackagePanelProps = ProgressTableProps & {
  open: boolean;
  onToggle(): void;
};

/**
 * A package that opens and closes. Its table is rendered only while it is open, because a class has two thousand cells.
 */
export function PackagePanel({ open, onToggle, ...table }: PackagePanelProps) {
  const { t } = useElement();
  const { texts, panel, rows, averageLabel } = table;
  const id = useId();
  const content = () => {
    if (panel.started && rows.length > 0) return <ProgressTable {...table} />;
    return <p className="maths-panel-note">{t(panel.started ? 'none.help' : 'none.package')}</p>;
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
          <svg className="maths-meter" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={panel.average * 100} height="1" />
          </svg>
          <span className="maths-package-average">
            <b>{texts.percent(panel.average)}</b> <span>{averageLabel}</span>
          </span>
        </button>
      </h2>
      <div id={id}>{open && content()}</div>
    </section>
  );
}
