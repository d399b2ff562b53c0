/** Why somebody may need help: away for long, or not far in something that was begun. */
export type HelpReason = 'absent' | 'behind';

const longAway = 14 * 24 * 60 * 60 * 1000;
const enough = 1 / 3;

/**
 * No progress in 14 days (who never played is as long away as the class is old), or under a third done in a started
 * package. `startedShares`: of each package that the student started, 0 to 1. `now` in milliseconds, the others ISO 8601.
 */
export const needsHelp = (
  { lastPlayedAt, startedShares }: { lastPlayedAt: string | null; startedShares: readonly number[] },
  { now, createdAt }: { now: number; createdAt: string },
): HelpReason | null => {
  if (now - Date.parse(lastPlayedAt ?? createdAt) > longAway) return 'absent';
  return startedShares.some((share) => share < enough) ? 'behind' : null;
};
