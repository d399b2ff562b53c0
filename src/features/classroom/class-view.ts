import type { Language } from '../../contracts/language.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { classRows, type Row } from './class-rows.ts';
import { type Column, type PackageTable, packageTables } from './class-tables.ts';
import { type Sort, sortRows } from './sorting.ts';
import { meanOf, shareOf, sumOf } from './tally.ts';

/** How somebody looks at the class. */
export type Choice = { sort: Sort; onlyHelp: boolean };

export type Panel = PackageTable & {
  /** Shares of what is shown, 0 to 1: of the package, and of each column in order. */
  average: number;
  averages: readonly number[];
};

export type ClassView = {
  /** Of the whole class, whatever is filtered. */
  summary: { students: number; started: number; completed: number; average: number; help: number };
  panels: readonly Panel[];
  /** Filtered and sorted; the same ones in every panel. */
  rows: readonly Row[];
};

/** Of some columns that stand together. */
const averageOf = (rows: readonly Row[], columns: readonly Column[]): number => {
  const from = columns[0]?.place ?? 0;
  return meanOf(rows.map(({ cells }) => shareOf(sumOf(cells, from, from + columns.length))));
};

/** Everything that the page shows, out of what the server told. `now` in milliseconds. */
export const classView = (
  reading: Pick<ClassroomReading, 'students' | 'createdAt'>,
  { sort, onlyHelp }: Choice,
  { language, now }: { language: Language; now: number },
): ClassView => {
  const tables = packageTables(reading.students, language);
  const everybody = classRows(reading, tables, now);
  const allColumns = tables.flatMap(({ columns }) => columns);
  const rows = sortRows(onlyHelp ? everybody.filter(({ help }) => help !== null) : everybody, sort, allColumns);
  const panels = tables.map((table) => ({
    ...table,
    average: averageOf(rows, table.columns),
    averages: table.columns.map((column) => averageOf(rows, [column])),
  }));
  return {
    summary: {
      students: everybody.length,
      started: everybody.filter(({ started }) => started).length,
      completed: everybody.reduce((sum, row) => sum + sumOf(row.cells).done, 0),
      average: averageOf(everybody, allColumns),
      help: everybody.filter(({ help }) => help !== null).length,
    },
    panels,
    rows,
  };
};
