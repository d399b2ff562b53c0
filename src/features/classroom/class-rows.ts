import type { StudentHelp } from '../../contracts/school-zone.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import type { PackageTable } from './class-tables.ts';
import { sumOf, type Tally } from './tally.ts';

/** A student in all tables. */
export type StudentRow = {
  code: string;
  lastPlayedAt: string | null;
  help: StudentHelp | null;
  started: boolean;
  /** Cells by column index. Every column has one. */
  cells: readonly Tally[];
  /** The sum of the cells of each table, in the order of the tables. */
  sums: readonly Tally[];
};

/**
 * Returns a row for each student. A concept that a student never opened counts as zero completed levels of the column's
 * total.
 */
export const classRows = (
  { students, help }: Pick<ClassroomReading, 'students' | 'help'>,
  tables: readonly PackageTable[],
): StudentRow[] => {
  const helpOf = new Map(help.map((one) => [one.studentCode, one]));
  return students.map(({ code, lastPlayedAt, packages }) => {
    const cells: Tally[] = [];
    const sums: Tally[] = [];
    let started = false;
    for (const { id, columns } of tables) {
      const concepts = packages.get(id);
      const from = cells.length;
      for (const { concept, total } of columns) cells.push(concepts?.get(concept) ?? { done: 0, total });
      sums.push(sumOf(cells, from));
      // Hidden concepts have no column, so a package with only such concepts counts as not started.
      started ||= columns.some(({ concept }) => concepts?.has(concept));
    }
    return { code, lastPlayedAt, help: helpOf.get(code) ?? null, started, cells, sums };
  });
};
