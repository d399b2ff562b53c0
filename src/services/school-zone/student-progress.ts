import type { Student } from '../../contracts/school-zone.ts';
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

/** What follows '/' in the game's own 'done/total'; undefined when it says no number of levels. */
const totalOf = (status: unknown): number | undefined => {
  const digits = text(status) ? /^\d{1,6}\/([1-9]\d{0,5})$/.exec(status)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
};

/** Completed counts as decisions section 6 says; a damaged `levelStatus` is one of somebody who never played. */
export const studentProgress = ({ studentCode, levelStatus, levelsPlayed, lastPlayedAt }: Student): StudentProgress => {
  const completed = countCompleted(levelsPlayed);
  const tallies = (concepts: unknown): ReadonlyMap<string, Tally> =>
    new Map(
      Object.entries(isRecord(concepts) ? concepts : {}).flatMap(([concept, status]) => {
        const total = totalOf(status);
        return total === undefined ? [] : [[concept, { done: completed.get(concept) ?? 0, total }]];
      }),
    );
  const status = parseJson(levelStatus, isRecord) ?? {};
  const packages = new Map(Object.entries(status).map(([name, concepts]) => [name, tallies(concepts)]));
  return { code: studentCode, lastPlayedAt, packages };
};
