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
};

/** One row a student; what was never opened counts nothing done of the column's total. */
export const classRows = (
  { students, createdAt }: Pick<ClassroomReading, 'students' | 'createdAt'>,
  tables: readonly PackageTable[],
  now: number,
): Row[] =>
  students.map((student) => {
    const { code, lastPlayedAt, packages } = student;
    const cells: Tally[] = [];
    const startedShares: number[] = [];
    for (const { id, columns } of tables) {
      const concepts = packages.get(id);
      const from = cells.length;
      for (const { concept, total } of columns) cells.push(concepts?.get(concept) ?? { done: 0, total });
      // Excluded concepts have no column, so they start nothing.
      const isStarted = columns.some(({ concept }) => concepts?.has(concept));
      if (isStarted) startedShares.push(shareOf(sumOf(cells, from)));
    }
    const help = needsHelp({ lastPlayedAt, startedShares }, { now, createdAt });
    return { code, lastPlayedAt, help, started: startedShares.length > 0, cells };
  });
