import type { CountedStudent, Student } from '../../contracts/school-zone.ts';
import { isRecord, parseJson, text } from '../../lib/shapes.ts';

/** The levels of a concept: how many were completed, and how many exist. */
export type Tally = { done: number; total: number };
export type StudentProgress = {
  code: string;
  /** ISO 8601, or null for never. */
  lastPlayedAt: string | null;
  /** null for none, or if the server does not report it. */
  lastPackage: string | null;
  /** package -> concept -> tally, for everything that the student opened. */
  packages: ReadonlyMap<string, ReadonlyMap<string, Tally>>;
};

/** concept -> number of different completed levels. It is one pass, because a full class has 20,000 of them. */
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

/** Reads a 'done/total'. Returns undefined when the text has no number of levels. */
const readTally = (status: string): Tally | undefined => {
  const [, done, total] = /^(\d{1,6})\/([1-9]\d{0,5})$/.exec(status) ?? [];
  return total === undefined ? undefined : { done: Number(done), total: Number(total) };
};

/** The response of the server, counted already if the server supports it. */
export type AnsweredStudent = Omit<CountedStudent, 'lastPackage'> &
  Partial<Pick<Student, 'levelsPlayed' | 'lastPackage'>>;

/**
 * Returns the progress of each student. Completed levels are counted according to decisions.md#6-flows: by
 * `levelsPlayed` where the response has it, because 'done/total' is then the game's own count. A student whose
 * `levelStatus` is damaged counts as one who never played.
 */
export const studentsProgress = (students: readonly AnsweredStudent[]): StudentProgress[] => {
  // A cache, because a class has 2,000 of these texts, but few different ones.
  const known = new Map<string, Tally | undefined>();
  const tallyOf = (status: unknown): Tally | undefined => {
    if (!text(status)) return undefined;
    if (!known.has(status)) known.set(status, readTally(status));
    return known.get(status);
  };
  return students.map(({ studentCode, levelStatus, levelsPlayed, lastPlayedAt, lastPackage = null }) => {
    const completed = levelsPlayed && countCompleted(levelsPlayed);
    const packages = new Map<string, ReadonlyMap<string, Tally>>();
    for (const [name, concepts] of Object.entries(parseJson(levelStatus, isRecord) ?? {})) {
      const tallies = new Map<string, Tally>();
      for (const [concept, status] of Object.entries(isRecord(concepts) ? concepts : {})) {
        const tally = tallyOf(status);
        if (tally === undefined) continue;
        tallies.set(concept, completed === undefined ? tally : { ...tally, done: completed.get(concept) ?? 0 });
      }
      packages.set(name, tallies);
    }
    return { code: studentCode, lastPlayedAt, lastPackage, packages };
  });
};
