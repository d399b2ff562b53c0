import type { Student } from '../../../src/contracts/school-zone.ts';
import type { ProgressRow } from '../../store/progress.repository.ts';

const doneOf = ({ levels, total }: ProgressRow): string =>
  `${Object.values(levels).filter((completed) => completed).length}/${total}`;

/** Package -> concept -> 'done/total', of what was played. */
const levelStatusOf = (rows: readonly ProgressRow[]): string => {
  const packages = Object.entries(Object.groupBy(rows, (row) => row.package));
  const status = packages.map(([name, of = []]) => [
    name,
    Object.fromEntries(of.map((row) => [row.concept, doneOf(row)])),
  ]);
  return JSON.stringify(Object.fromEntries(status));
};

const latest = (rows: readonly ProgressRow[]): string | null =>
  rows.length === 0 ? null : new Date(Math.max(...rows.map(({ playedAt }) => playedAt.getTime()))).toISOString();

/** One student as a teacher's page reads it (spec section 3). */
export const studentOf = (studentCode: string, rows: readonly ProgressRow[]): Student => ({
  studentCode,
  levelStatus: levelStatusOf(rows),
  levelsPlayed: rows.flatMap(({ concept, levels }) =>
    Object.entries(levels).map(([level, completed]) => ({ concept, level, completed })),
  ),
  lastPlayedAt: latest(rows),
});
