import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import type { PackageTable } from './class-tables.ts';
import { type HelpReason, needsHelp } from './needs-help.ts';
import { shareOf, sumOf, type Tally } from './tally.ts';

/** A student in all tables. */
export type Row = {
  code: string;
  lastPlayedAt: string | null;
  help: HelpReason | null;
  started: boolean;
  /** By the place of the column; every column has one. */
  cells: readonly Tally[];
  /** The sum of the cells of each table, in the order of the tables. */
  sums: readonly Tally[];
};

/** Returns a row for each student. A concept that a student never opened counts as nothing done of the column's total. */
export const classRows = (
  { students, createdAt }: Pick<ClassroomReading, 'students' | 'createdAt'>,
  tables: readonly PackageTable[],
  now: number,
): Row[] =>
  students.map((student) => {
    const { code, lastPlayedAt, packages } = student;
    const cells: Tally[] = [];
    const sums: Tally[] = [];
    const startedShares: number[] = [];
    for (const { id, columns } of tables) {
      const concepts = packages.get(id);
      const from = cells.length;
      for (const { concept, total } of columns) cells.push(concepts?.get(concept) ?? { done: 0, total });
      const sum = sumOf(cells, from);
      sums.push(sum);
      // Excluded concepts have no column, so a package with nothing else is not started.
      const isStarted = columns.some(({ concept }) => concepts?.has(concept));
      if (isStarted) startedShares.push(shareOf(sum));
    }
    const help = needsHelp({ lastPlayedAt, startedShares }, { now, createdAt });
    return { code, lastPlayedAt, help, started: startedShares.length > 0, cells, sums };
  });
