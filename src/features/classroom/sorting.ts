import { shareOf, sumOf } from './tally.ts';
import type { StudentRow } from './class-rows.ts';
import type { Column } from './class-tables.ts';

/** The sort order of the rows. `column` is the key of a concept's column. */
export type SortKey = 'student' | 'lastPlayed' | 'overall' | `column:${string}`;
export type Sort = { key: SortKey; descending: boolean };

export const columnSort = (key: string): SortKey => `column:${key}`;

/** Returns the order after a press on a column's head. A second press reverses it. */
export const pressedSort = (sort: Sort, key: SortKey): Sort => ({
  key,
  descending: sort.key === key && !sort.descending,
});

/** Returns the value for `aria-sort`. Only the sorted column has one. */
export const ariaSort = (sort: Sort, key: SortKey): 'ascending' | 'descending' | undefined => {
  if (sort.key !== key) return undefined;
  return sort.descending ? 'descending' : 'ascending';
};

const byCode = (one: StudentRow, other: StudentRow): number => (one.code < other.code ? -1 : 1);

/** A student who never played has the longest absence. */
const rank = (key: SortKey, { lastPlayedAt, cells, sums }: StudentRow, place: number | undefined): number => {
  if (key === 'student') return 0;
  if (key === 'lastPlayed') return lastPlayedAt === null ? 0 : Date.parse(lastPlayedAt);
  if (key === 'overall') return shareOf(sumOf(sums));
  return place === undefined ? 0 : shareOf(cells[place]);
};

/** Equal rows are sorted by their codes, in both directions. */
export const sortRows = (
  rows: readonly StudentRow[],
  { key, descending }: Sort,
  columns: readonly Column[],
): StudentRow[] => {
  const direction = descending ? -1 : 1;
  if (key === 'student') return rows.toSorted((one, other) => direction * byCode(one, other));
  const place = columns.find((column) => columnSort(column.key) === key)?.place;
  const ranks = new Map(rows.map((row) => [row, rank(key, row, place)]));
  return rows.toSorted(
    (one, other) => direction * ((ranks.get(one) ?? 0) - (ranks.get(other) ?? 0)) || byCode(one, other),
  );
};
