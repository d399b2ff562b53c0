import { curriculum, levelNamesOf } from '../../../src/config/curriculum.ts';
import type { LevelPlayed } from '../../../src/contracts/school-zone.ts';
import type { StudentProgress } from '../../store/progress.repository.ts';

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
    .flatMap((concept) => levelNamesOf(concept).map((level) => [level, textsOf(concept.id, level)])),
);

/** Returns the JSON text of each level that was played. */
const levelsPlayed = ({ levels = [] }: StudentProgress): string[] =>
  levels
    .flatMap((concepts) => Object.entries(concepts))
    .flatMap(([concept, played]) =>
      Object.entries(played).map(([level, completed]) => {
        // A level that was removed from the curriculum is still listed.
        const texts = textsOfLevel.get(level) ?? textsOf(concept, level);
        return completed ? texts.completed : texts.opened;
      }),
    );

/**
 * Returns a `Student` as a teacher's page reads it (product-spec.md#3-entities-and-their-fields), or a
 * `CountedStudent`, as JSON text.
 * @param progress undefined for a student who has not played
 */
export const writeStudent = (studentCode: string, progress: StudentProgress | undefined, counted: boolean): string => {
  const known = JSON.stringify({
    studentCode,
    levelStatus: progress?.levelStatus ?? '{}',
    lastPlayedAt: progress === undefined ? null : new Date(Math.round(progress.playedAt)).toISOString(),
    lastPackage: progress?.lastPackage ?? null,
  });
  if (counted) return known;
  const levels = progress === undefined ? [] : levelsPlayed(progress);
  return `${known.slice(0, -1)},"levelsPlayed":[${levels.join()}]}`;
};
