import { memo } from 'react';
import { CaretIcon } from './classroom-icons.tsx';
import { ariaSort, type Sort, type SortKey } from './sorting.ts';

export type SortHeadProps = {
  label: string;
  by: SortKey;
  sort: Sort;
  onSort(key: SortKey): void;
  className?: string;
  /** Chromium does not paint a button in a table head that is repeated on the next printed page. */
  plain: boolean;
};

/** The head of a column. A press sorts all tables by it, and another press reverses the order. */
export const SortHead = memo(function SortHead({ label, by, sort, onSort, className, plain }: SortHeadProps) {
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
});
