import type { CountedStudent, Student } from '../../contracts/school-zone.ts';
import { isRecord, parseJson, text } from '../../lib/shapes.ts';

/** Levels of a concept: how many were done, of how many. */
export type Tally = { done: number; total: number };
export type StudentProgress = {
  code: string;
  /** ISO 8601; null: never. */
  lastPlayedAt: string | null;
  /** package -> concept -> tally, of what the student opened. */
  packages: ReadonlyMap<string, ReadonlyMap<string, Tally>>;
};

/** concept -> how many different levels were completed. One pass: a full class has 20,000 of them. */
const countCompleted = (levels: Student['levelsPlayed']): Map<string, number> => {
  const seen = new Map<string, Set<string>>();
  for (const { concept, level, completed } of levels) {
    if (!completed) continue;
    const known = seen.get(concept);
    if (known === undefined) seen.set(concept, new Set([level]));
    else known.add(level);
  }
  return new Map([...seen].map(([concept, done]) => [concept, done.size]));
};

/** A 'done/total'; undefined when it says no number of levels. */
const readTally = (status: unknown): Tally | undefined => {
  const [, done, total] = (text(status) && /^(\d{1,6})\/([1-9]\d{0,5})$/.exec(status)) || [];
  return total === undefined ? undefined : { done: Number(done), total: Number(total) };
};

/** What the server answers: counted already, where it knows how to. */
export type AnsweredStudent = CountedStudent & Partial<Pick<Student, 'levelsPlayed'>>;

/**
 * Completed counts as decisions section 6 says: by `levelsPlayed` wherever the answer has it, for 'done/total' is then as the
 * game counts. A damaged `levelStatus` is one of somebody who never played.
 */
export const studentProgress = (student: AnsweredStudent): StudentProgress => {
  const { studentCode, levelStatus, levelsPlayed, lastPlayedAt } = student;
  const completed = levelsPlayed && countCompleted(levelsPlayed);
  const tallies = (concepts: unknown): ReadonlyMap<string, Tally> =>
    new Map(
      Object.entries(isRecord(concepts) ? concepts : {}).flatMap(([concept, status]) => {
        const tally = readTally(status);
        if (tally === undefined) return [];
        return [[concept, completed === undefined ? tally : { ...tally, done: completed.get(concept) ?? 0 }]];
      }),
    );
  const status = parseJson(levelStatus, isRecord) ?? {};
  const packages = new Map(Object.entries(status).map(([name, concepts]) => [name, tallies(concepts)]));
  return { code: studentCode, lastPlayedAt, packages };
};
