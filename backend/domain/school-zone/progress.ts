import type { ProgressBody } from '../../../src/contracts/school-zone.ts';
import type { Database } from '../../db/database.ts';
import { progressRepository } from '../../store/progress.repository.ts';
import type { Clock } from '../clock.ts';
import type { LimitedAction } from '../limit-rules.ts';
import type { LimitKeys, Limits } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { isOneOf } from '../secrets.ts';
import { normalClassroomCode } from './classroom-code.ts';
import { requireTaught } from './curriculum-check.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** A game that was offline over the holidays, and a device whose clock is fast. */
const bounds = { back: 60 * day, ahead: 5 * minute };

/** @throws Refusal INVALID_PAYLOAD outside of the bounds. A time ahead of ours counts as now. */
const playedAtOf = (text: string | undefined, now: Date): Date => {
  if (text === undefined) return now;
  const playedAt = new Date(text);
  const age = now.getTime() - playedAt.getTime();
  if (!(age <= bounds.back && age >= -bounds.ahead)) throw new Refusal('INVALID_PAYLOAD');
  return age < 0 ? now : playedAt;
};

type ProgressDependencies = { database: Database; clock: Clock; limits: Limits; gameKeys: readonly string[] };

/** What the game's server tells of the classes (decisions section 7). */
export const createProgress = ({ database, clock, limits, gameKeys }: ProgressDependencies) => {
  const progress = progressRepository(database);
  const count = async (action: LimitedAction, keys: LimitKeys): Promise<void> => {
    const limited = await limits.consume(action, keys);
    if (limited !== null) throw new Refusal('TOO_MANY_REQUESTS', limited.retryAfter);
  };

  return {
    /** @throws Refusal UNAUTHORIZED */
    requireGame: (key: string | undefined): void => {
      if (!isOneOf(key ?? '', gameKeys)) throw new Refusal('UNAUTHORIZED');
    },

    /**
     * Notes one level; told twice, late or out of order it comes to the same.
     * @param ip of the game's server. From one that guesses, codes that there are go on.
     * @throws Refusal PACKAGE_, CONCEPT_, LEVEL_, CLASSROOM_ or STUDENT_DOES_NOT_EXIST, INVALID_PAYLOAD (the time),
     * TOO_MANY_REQUESTS
     */
    report: async ({ playedAt, ...played }: ProgressBody, ip: string): Promise<void> => {
      requireTaught(played);
      const report = { ...played, playedAt: playedAtOf(playedAt, clock.now()) };
      const classroomCode = normalClassroomCode(played.classroomCode);
      if (classroomCode !== null) {
        await count('progress', { ip, person: classroomCode });
        // Not before: from this time on a page's cursor gives it fifteen seconds until it can be read.
        const now = clock.now();
        if (await progress.join({ ...report, classroomCode, now })) return;
      }
      await count('progress-guess', { ip });
      const isClass = classroomCode !== null && (await progress.hasClassroom(classroomCode));
      throw new Refusal(isClass ? 'STUDENT_DOES_NOT_EXIST' : 'CLASSROOM_DOES_NOT_EXIST');
    },
  };
};
