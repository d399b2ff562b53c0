import { day } from '../../lib/durations.ts';
/** The reasons why a student may need help: long absence while others play, or far less progress than the class. */
export type HelpReason = 'absent' | 'behind';

const longAway = 14 * day;
/** The minimum median in levels. A class that has just started a package has no meaningful median. */
const smallestMedian = 6;

/** Returns the median, or 0 for an empty list. */
export const medianOf = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};

/**
 * The result for a student. `done` and `median` count the completed levels of the package that the student played last.
 */
export type Pace = { lastPlayedAt: string | null; done: number; median: number };

/** Returns whether at least half of the class played in the last 14 days. */
export const halfPlayed = (students: readonly Pick<Pace, 'lastPlayedAt'>[], now: number): boolean => {
  const present = students.filter(
    ({ lastPlayedAt }) => lastPlayedAt !== null && now - Date.parse(lastPlayedAt) <= longAway,
  );
  return present.length * 2 >= students.length;
};

/**
 * Applies the rule of decisions.md#8-privacy-and-consent. For a student who never played, the absence is the age of the
 * class. `now` is in milliseconds, the other times are ISO 8601.
 */
export const needsHelp = (
  { lastPlayedAt, done, median }: Pace,
  { now, createdAt, othersPlay }: { now: number; createdAt: string; othersPlay: boolean },
): HelpReason | null => {
  if (othersPlay && now - Date.parse(lastPlayedAt ?? createdAt) > longAway) return 'absent';
  return median >= smallestMedian && done * 2 < median ? 'behind' : null;
};
