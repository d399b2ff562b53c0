/** Why somebody may need help: away for long while others play, or far behind the class. */
export type HelpReason = 'absent' | 'behind';

const longAway = 14 * 24 * 60 * 60 * 1000;
/** Levels. A class that has just begun a package says little about anybody. */
const smallestMedian = 6;

/** 0 without any. */
export const medianOf = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};

/** A student: `done` and `median` count the completed levels of the package that the student played last. */
export type Pace = { lastPlayedAt: string | null; done: number; median: number };

/** Whether at least half of the class played in the last 14 days. */
export const halfPlayed = (students: readonly Pick<Pace, 'lastPlayedAt'>[], now: number): boolean => {
  const present = students.filter(
    ({ lastPlayedAt }) => lastPlayedAt !== null && now - Date.parse(lastPlayedAt) <= longAway,
  );
  return present.length * 2 >= students.length;
};

/**
 * The rule of decisions section 8. Who never played is as long away as the class is old. `now` in milliseconds, the other
 * times ISO 8601.
 */
export const needsHelp = (
  { lastPlayedAt, done, median }: Pace,
  { now, createdAt, othersPlay }: { now: number; createdAt: string; othersPlay: boolean },
): HelpReason | null => {
  if (othersPlay && now - Date.parse(lastPlayedAt ?? createdAt) > longAway) return 'absent';
  return median >= smallestMedian && done * 2 < median ? 'behind' : null;
};
