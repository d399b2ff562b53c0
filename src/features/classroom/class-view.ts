import type { Language } from '../../contracts/language.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import {
  classRows,
  type Column,
  meanOf,
  type PackageTable,
  packageTables,
  shareOf,
  type StudentRow,
  sumOf,
} from './class-tables.ts';

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

/** The sort order and the filter of the page. */
export type ViewOptions = { sort: Sort; onlyHelp: boolean };

export type Panel = PackageTable & {
  /** The mean share of the rows in this package, 0 to 1. */
  average: number;
};

export type ClassView = {
  /** For the whole class, independent of the filter. */
  summary: { students: number; started: number; completed: number; average: number; help: number };
  panels: readonly Panel[];
  /** The filtered and sorted rows, the same ones in every panel. */
  rows: readonly StudentRow[];
};

/** Returns the mean share of each column, 0 to 1. The page computes them for open panels only. */
export const columnAverages = (rows: readonly StudentRow[], columns: readonly Column[]): number[] =>
  columns.map(({ place }) => meanOf(rows.map(({ cells }) => shareOf(cells[place]))));

/** Returns what the page shows of a reading. */
export const classView = (
  reading: Pick<ClassroomReading, 'students' | 'help'>,
  { sort, onlyHelp }: ViewOptions,
  language: Language,
): ClassView => {
  const tables = packageTables(reading.students, language);
  const everybody = classRows(reading, tables);
  const allColumns = tables.flatMap(({ columns }) => columns);
  const rows = sortRows(onlyHelp ? everybody.filter(({ help }) => help !== null) : everybody, sort, allColumns);
  const totals = everybody.map(({ sums }) => sumOf(sums));
  const panels = tables.map((table, place) => ({
    ...table,
    average: meanOf(rows.map(({ sums }) => shareOf(sums[place]))),
  }));
  return {
    summary: {
      students: everybody.length,
      started: everybody.filter(({ started }) => started).length,
      completed: sumOf(totals).done,
      average: meanOf(totals.map(shareOf)),
      help: everybody.filter(({ help }) => help !== null).length,
    },
    panels,
    rows,
  };
};
