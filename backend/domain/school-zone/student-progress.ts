import { curriculum, levelsOf } from '../../../src/config/curriculum.ts';
import { isExcludedConcept, type LevelPlayed } from '../../../src/contracts/school-zone.ts';
import type { ProgressRow } from '../../store/progress.repository.ts';

const textsOf = (concept: string, level: string) => {
  const text = (completed: boolean): string => JSON.stringify({ concept, level, completed } satisfies LevelPlayed);
  return { opened: text(false), completed: text(true) };
};

/**
 * Precomputed JSON text for each level of the curriculum. A full class lists twenty thousand levels, and creating an
 * object for each only to serialise it takes longer than everything else.
 */
const textsOfLevel = new Map(
  curriculum.packages
    .flatMap(({ concepts }) => concepts)
    .flatMap((concept) => levelsOf(concept).map((level) => [level, textsOf(concept.id, level)])),
);

/** Returns `levelStatus` (package -> concept -> 'done/total') and `levelsPlayed` of the played levels. */
const tally = (rows: readonly ProgressRow[]) => {
  const status = new Map<string, Map<string, string>>();
  const levelsPlayed: string[] = [];
  for (const { package: name, concept, levels = {}, done, total } of rows) {
    for (const [level, completed] of Object.entries(levels)) {
      // A level that was removed from the curriculum is still listed.
      const texts = textsOfLevel.get(level) ?? textsOf(concept, level);
      levelsPlayed.push(completed ? texts.completed : texts.opened);
    }
    const shares = status.get(name) ?? new Map<string, string>();
    status.set(name, shares.set(concept, `${done}/${total}`));
  }
  const packages = [...status].map(([name, shares]) => [name, Object.fromEntries(shares)]);
  return { levelStatus: JSON.stringify(Object.fromEntries(packages)), levelsPlayed };
};

const latest = (rows: readonly ProgressRow[]): string | null =>
  rows.length === 0 ? null : new Date(Math.round(Math.max(...rows.map(({ playedAt }) => playedAt)))).toISOString();

const latestPackage = (rows: readonly ProgressRow[]): string | null => {
  let last: ProgressRow | null = null;
  for (const row of rows) {
    if (!isExcludedConcept(row.concept) && (last === null || row.playedAt > last.playedAt)) last = row;
  }
  return last?.package ?? null;
};

/**
 * Returns a `Student` as a teacher's page reads it (product-spec.md#3-entities-and-their-fields), or a
 * `CountedStudent`, as JSON text.
 */
export const writeStudent = (studentCode: string, rows: readonly ProgressRow[], counted: boolean): string => {
  const { levelStatus, levelsPlayed } = tally(rows);
  const known = JSON.stringify({
    studentCode,
    levelStatus,
    lastPlayedAt: latest(rows),
    lastPackage: latestPackage(rows),
  });
  return counted ? known : `${known.slice(0, -1)},"levelsPlayed":[${levelsPlayed.join()}]}`;
};
