import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import type { PackageTable } from './class-tables.ts';
import { type HelpReason, needsHelp } from './needs-help.ts';
import type { Tally } from './tally.ts';

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
    let started = false;
    for (const { id, columns } of tables) {
      const concepts = packages.get(id);
      for (const { concept, total } of columns) {
        const tally = concepts?.get(concept);
        if (tally !== undefined) started = true;
        cells.push(tally ?? { done: 0, total });
      }
    }
    return { code, lastPlayedAt, help: needsHelp(student, { now, createdAt }), started, cells };
  });
