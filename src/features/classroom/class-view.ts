import type { Language } from '../../contracts/language.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { classRows, type StudentRow } from './class-rows.ts';
import { type Column, type PackageTable, packageTables } from './class-tables.ts';
import { type Sort, sortRows } from './sorting.ts';
import { meanOf, shareOf, sumOf } from './tally.ts';

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
