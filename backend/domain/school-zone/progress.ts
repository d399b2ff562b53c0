import { LRUCache } from 'lru-cache';
import { curriculum, levelNamesOf } from '../../../src/config/curriculum.ts';
import type { ProgressBody } from '../../../src/contracts/calls/school-zone.ts';
import { day, minute } from '../../../src/lib/time.ts';
import type { Database } from '../../db/database.ts';
import { progressRepository } from '../../store/progress.repository.ts';
import type { Clock } from '../clock.ts';
import type { Limits } from '../limits/limits.ts';
import { Refusal } from '../refusal.ts';
import { isOneOf } from '../secrets.ts';
import { normalizeClassroomCode } from './codes.ts';

const levelsOfPackage = new Map(
  curriculum.packages.map(({ id, concepts }) => [
    id,
    new Map(concepts.map((concept) => [concept.id, new Set(levelNamesOf(concept))])),
  ]),
);

/** Refuses a report about anything outside the curriculum, so that no typed text is stored. @throws Refusal */
const requireTaught = (played: { package: string; concept: string; level: string }): void => {
  const concepts = levelsOfPackage.get(played.package);
  if (concepts === undefined) throw new Refusal('PACKAGE_DOES_NOT_EXIST');
  const levels = concepts.get(played.concept);
  if (levels === undefined) throw new Refusal('CONCEPT_DOES_NOT_EXIST');
  if (!levels.has(played.level)) throw new Refusal('LEVEL_DOES_NOT_EXIST');
};

/** Limits for a game that was offline over the holidays, and for a device whose clock is fast. */
const bounds = { back: 60 * day, ahead: 5 * minute };

/** Parses the time of play. A time in the future counts as now. @throws Refusal INVALID_PAYLOAD outside the bounds. */
const playedAtOf = (text: string | undefined, now: Date): Date => {
  if (text === undefined) return now;
  const playedAt = new Date(text);
  const age = now.getTime() - playedAt.getTime();
  if (!(age <= bounds.back && age >= -bounds.ahead)) throw new Refusal('INVALID_PAYLOAD');
  return age < 0 ? now : playedAt;
};

type ProgressDependencies = { database: Database; clock: Clock; limits: Limits; gameKeys: readonly string[] };

/** Creates the use cases of the game's server (decisions.md#7-embedded-server). */
export const createProgress = ({ database, clock, limits, gameKeys }: ProgressDependencies) => {
  const progress = progressRepository(database);
  /** The ids of classes by their codes, because a lesson reports one class often. */
  const classes = new LRUCache<string, string>({ max: 10_000 });

  return {
    /** @throws Refusal UNAUTHORIZED */
    requireGame: (key: string | undefined): void => {
      if (!isOneOf(key ?? '', gameKeys)) throw new Refusal('UNAUTHORIZED');
    },

    /**
     * Stores one level. Repeated, late and reordered reports give the same result.
     * @param ip the address of the game's server. After too many guesses from it, existing codes still work.
     * @throws Refusal PACKAGE_, CONCEPT_, LEVEL_, CLASSROOM_ or STUDENT_DOES_NOT_EXIST, INVALID_PAYLOAD (the time),
     * TOO_MANY_REQUESTS
     */
    report: async ({ playedAt, ...played }: ProgressBody, ip: string): Promise<void> => {
      requireTaught(played);
      const now = clock.now();
      const report = { ...played, playedAt: playedAtOf(playedAt, now), now };
      // A program that reads 013 as a number reports 13, which is another code only in a class that moved in.
      const studentCodes = new Set([played.studentCode, played.studentCode.padStart(3, '0')]);
      const isStored = async (classroomId: string): Promise<boolean> => {
        for (const studentCode of studentCodes) {
          if (await progress.join({ ...report, studentCode, classroomId })) return true;
        }
        return false;
      };
      const classroomCode = normalizeClassroomCode(played.classroomCode);
      let classroomId: string | null = null;
      if (classroomCode !== null) {
        await limits.admit('progress', { ip, person: classroomCode });
        const known = classes.get(classroomCode);
        if (known !== undefined && (await isStored(known))) return;
        // Another class may have the code of a deleted one.
        classroomId = await progress.idOfCode(classroomCode);
        if (classroomId !== null && classroomId !== known && (await isStored(classroomId))) {
          classes.set(classroomCode, classroomId);
          return;
        }
      }
      await limits.admit('progress-guess', { ip });
      throw new Refusal(classroomId === null ? 'CLASSROOM_DOES_NOT_EXIST' : 'STUDENT_DOES_NOT_EXIST');
    },
  };
};
