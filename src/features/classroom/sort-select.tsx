import { useId } from 'react';
import { useElement } from '../shared/use-element.ts';
import type { Sort } from './sorting.ts';

export type SortSelectProps = {
  sort: Sort;
  /** Returns the label of the column that `sort` names, for an order that only the head of a column offers. */
  column: string;
  onSort(sort: Sort): void;
};

const offered: Readonly<Record<string, Sort>> = {
  student: { key: 'student', descending: false },
  least: { key: 'overall', descending: false },
  most: { key: 'overall', descending: true },
  away: { key: 'lastPlayed', descending: false },
};

/** The list of sort orders. An order from the head of a column is in the list while it is selected. */
export function SortSelect({ sort, column, onSort }: SortSelectProps) {
  const { t } = useElement();
  const id = useId();
  const isChosen = ({ key, descending }: Sort) => key === sort.key && descending === sort.descending;
  const chosen = Object.entries(offered).find(([, one]) => isChosen(one))?.[0] ?? 'head';
  const select = (name: string) => {
    const next = offered[name];
    if (next !== undefined) onSort(next);
  };
  return (
    <div className="maths-sorting">
      <label className="maths-label" htmlFor={id}>
        {t('sort.label')}
      </label>
      <div className="maths-control maths-select">
        <select id={id} className="maths-input" value={chosen} onChange={(event) => select(event.currentTarget.value)}>
          {Object.keys(offered).map((name) => (
            <option key={name} value={name}>
              {t(`sort.${name}`)}
            </option>
          ))}
          {chosen === 'head' && (
            <option value="head">{t(sort.descending ? 'sort.down' : 'sort.up', { column })}</option>
          )}
        </select>
      </div>
    </div>
  );
}
