import type { HelpReason, StudentHelp } from '../../../src/contracts/school-zone.ts';
import { day } from '../../../src/lib/durations.ts';
import type { StudentPace } from '../../store/progress.repository.ts';

const longAway = 14 * day;
/** The minimum median in levels. A class that has just started a package has no meaningful median. */
const smallestMedian = 6;

/** Returns the median, or 0 for an empty list. */
export const medianOf = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};

type PlayedClass = {
  /** The codes of all active students. */
  codes: readonly string[];
  /** Those who played. */
  paces: readonly StudentPace[];
  /** When the class first played; null if it never did. */
  firstPlayedAt: Date | null;
  now: Date;
};

/**
 * Applies the rule of decisions.md#8-privacy-and-consent to a class: a student may need help after 14 days without
 * progress while at least half of the class played; or with fewer than half as many levels as the class median, in the
 * package played last. For a student who never played, the absence begins when the class first played.
 */
export const studentsInNeed = ({ codes, paces, firstPlayedAt, now }: PlayedClass): StudentHelp[] => {
  const paceOf = new Map(paces.map((pace) => [pace.studentCode, pace]));
  const students = codes.map((studentCode) => ({ studentCode, pace: paceOf.get(studentCode) }));
  const isAway = (playedAt: number): boolean => now.getTime() - playedAt > longAway;
  const present = students.filter(({ pace }) => pace !== undefined && !isAway(pace.playedAt));
  const othersPlay = present.length * 2 >= students.length;
  const neverPlayedSince = (firstPlayedAt ?? now).getTime();

  const medians = new Map<string, number>();
  const medianIn = (name: string): number => {
    const known = medians.get(name) ?? medianOf(students.map(({ pace }) => pace?.done[name] ?? 0));
    medians.set(name, known);
    return known;
  };
  const reasonOf = (pace: StudentPace | undefined): HelpReason | null => {
    if (othersPlay && isAway(pace?.playedAt ?? neverPlayedSince)) return 'absent';
    if (pace === undefined || pace.lastPackage === null) return null;
    const median = medianIn(pace.lastPackage);
    return median >= smallestMedian && (pace.done[pace.lastPackage] ?? 0) * 2 < median ? 'behind' : null;
  };
  return students.flatMap(({ studentCode, pace }) => {
    const reason = reasonOf(pace);
    return reason === null ? [] : [{ studentCode, reason, package: pace?.lastPackage ?? null }];
  });
};
