import { isExcludedConcept } from '../../contracts/school-zone.ts';
import type { StudentProgress } from '../../services/school-zone/student-progress.ts';

/** Why somebody may need help: away for long, or stuck in something that was begun. */
export type HelpReason = 'absent' | 'behind';

const longAway = 14 * 24 * 60 * 60 * 1000;
const enough = 1 / 3;

/**
 * No progress in 14 days (who never played is as long away as the class is old), or under a third done in a started
 * package: of the levels of those concepts that were opened, so that a child who has just begun a long package and
 * does well is left alone. `now` in milliseconds, `createdAt` ISO 8601.
 */
export const needsHelp = (
  { lastPlayedAt, packages }: StudentProgress,
  { now, createdAt }: { now: number; createdAt: string },
): HelpReason | null => {
  if (now - Date.parse(lastPlayedAt ?? createdAt) > longAway) return 'absent';
  const behind = [...packages.values()].some((concepts) => {
    const shown = [...concepts].filter(([concept]) => !isExcludedConcept(concept)).map(([, tally]) => tally);
    const done = shown.reduce((sum, tally) => sum + tally.done, 0);
    const total = shown.reduce((sum, tally) => sum + tally.total, 0);
    return done < total * enough;
  });
  return behind ? 'behind' : null;
};
