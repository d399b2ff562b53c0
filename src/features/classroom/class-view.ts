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
} from './class-tables.ts';

/** The sort order of the rows: by `student`, by `lastPlayed`, or by the key of a concept's column. */
export type Sort = { key: string; descending: boolean };

/** Returns the order after a press on a column's head. A second press reverses it. */
export const pressedSort = (sort: Sort, key: string): Sort => ({
  key,
  descending: sort.key === key && !sort.descending,
});

const byCode = (one: StudentRow, other: StudentRow): number => (one.code < other.code ? -1 : 1);

/** Equal rows are sorted by their codes, in both directions. A student who never played has the longest absence. */
const sortRows = (rows: readonly StudentRow[], { key, descending }: Sort, columns: readonly Column[]): StudentRow[] => {
  const direction = descending ? -1 : 1;
  if (key === 'student') return rows.toSorted((one, other) => direction * byCode(one, other));
  const place = columns.find((column) => column.key === key)?.place ?? -1;
  const rank = ({ lastPlayedAt, cells }: StudentRow): number =>
    key === 'lastPlayed' ? Date.parse(lastPlayedAt ?? '1970-01-01') : shareOf(cells[place]);
  const ranks = new Map(rows.map((row) => [row, rank(row)]));
  return rows.toSorted(
    (one, other) => direction * ((ranks.get(one) ?? 0) - (ranks.get(other) ?? 0)) || byCode(one, other),
  );
};

export type ViewOptions = { sort: Sort; onlyHelp: boolean };

export type Panel = PackageTable & {
  /** The mean share of the class in this package, 0 to 1. */
  average: number;
};

export type ClassView = {
  /** How many students the class has, how many have started, and how many may need help. */
  students: number;
  started: number;
  help: number;
  panels: readonly Panel[];
  /** The filtered and sorted rows, the same ones in every panel. */
  rows: readonly StudentRow[];
};

export const classView = (
  reading: Pick<ClassroomReading, 'students' | 'help'>,
  { sort, onlyHelp }: ViewOptions,
  language: Language,
): ClassView => {
  const tables = packageTables(reading.students, language);
  const everybody = classRows(reading, tables);
  const inNeed = everybody.filter(({ help }) => help !== null);
  const allColumns = tables.flatMap(({ columns }) => columns);
  return {
    students: everybody.length,
    started: everybody.filter(({ started }) => started).length,
    help: inNeed.length,
    panels: tables.map((table, place) => ({
      ...table,
      average: meanOf(everybody.map(({ sums }) => shareOf(sums[place]))),
    })),
    rows: sortRows(onlyHelp ? inNeed : everybody, sort, allColumns),
  };
};
