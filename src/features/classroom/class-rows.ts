import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import type { PackageTable } from './class-tables.ts';
import { type HelpReason, halfPlayed, medianOf, needsHelp } from './needs-help.ts';
import { sumOf, type Tally } from './tally.ts';

/** A student in all tables. */
export type StudentRow = {
  code: string;
  lastPlayedAt: string | null;
  help: HelpReason | null;
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
  { students, createdAt }: Pick<ClassroomReading, 'students' | 'createdAt'>,
  tables: readonly PackageTable[],
  now: number,
): StudentRow[] => {
  const counted = students.map((student) => {
    const cells: Tally[] = [];
    const sums: Tally[] = [];
    let started = false;
    for (const { id, columns } of tables) {
      const concepts = student.packages.get(id);
      const from = cells.length;
      for (const { concept, total } of columns) cells.push(concepts?.get(concept) ?? { done: 0, total });
      sums.push(sumOf(cells, from));
      // Hidden concepts have no column, so a package with only such concepts counts as not started.
      started ||= columns.some(({ concept }) => concepts?.has(concept));
    }
    return { student, cells, sums, started };
  });
  const medians = tables.map((_, place) => medianOf(counted.map(({ sums }) => sums[place]?.done ?? 0)));
  const othersPlay = halfPlayed(students, now);
  return counted.map(({ student: { code, lastPlayedAt, lastPackage }, cells, sums, started }) => {
    const last = tables.findIndex(({ id }) => id === lastPackage);
    const pace = { lastPlayedAt, done: sums[last]?.done ?? 0, median: medians[last] ?? 0 };
    return { code, lastPlayedAt, help: needsHelp(pace, { now, createdAt, othersPlay }), started, cells, sums };
  });
};
