import {
  classroomIdPattern,
  type CompletedByWeek,
  type HelpReason,
  type LevelPlayed,
  type StudentHelp,
} from '../../../src/contracts/calls/school-zone.ts';
import { day, hour } from '../../../src/lib/time.ts';
import {
  progressRepository,
  type StudentPace,
  type StudentProgress,
  type ProgressVersion,
  type ViewedClassroom,
} from '../../store/progress.repository.ts';
import { classroomsRepository } from '../../store/school-zone.repository.ts';
import type { Analytics, Visitor } from '../visits/analytics.ts';
import { enqueue } from '../jobs/jobs.ts';
import { Refusal } from '../refusal.ts';
import type { Infrastructure } from '../dependencies.ts';
import type { Limits } from '../limits/limits.ts';

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
 * package played last. For a student who never played here, the absence begins when the class first played.
 */
export const studentsInNeed = ({ codes, paces, firstPlayedAt, now }: PlayedClass): StudentHelp[] => {
  const paceOf = new Map(paces.map((pace) => [pace.studentCode, pace]));
  const students = codes.map((studentCode) => ({ studentCode, pace: paceOf.get(studentCode) }));
  const neverPlayedSince = (firstPlayedAt ?? now).getTime();
  const isAway = (playedAt: number): boolean => now.getTime() - playedAt > longAway;
  const present = students.filter(({ pace }) => typeof pace?.playedAt === 'number' && !isAway(pace.playedAt));
  const othersPlay = present.length * 2 >= students.length;

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

/** Returns each level that was played. */
const levelsPlayed = ({ levels = [] }: StudentProgress): LevelPlayed[] =>
  levels
    .flatMap((concepts) => Object.entries(concepts))
    .flatMap(([concept, played]) =>
      Object.entries(played).map(([level, completedOn]) => ({ concept, level, completed: completedOn !== false })),
    );

/**
 * Returns a `CountedStudent`, or a `Student` as a teacher's page reads it
 * (product-spec.md#3-entities-and-their-fields).
 * @param progress undefined for a student who has not played
 * @param completions of the class, for a `CountedStudent`
 */
const studentOf = (
  studentCode: string,
  progress: StudentProgress | undefined,
  completions: ReadonlyMap<string, CompletedByWeek> | null,
) => ({
  studentCode,
  levelStatus: progress?.levelStatus ?? '{}',
  lastPlayedAt: typeof progress?.playedAt === 'number' ? new Date(Math.round(progress.playedAt)).toISOString() : null,
  lastPackage: progress?.lastPackage ?? null,
  ...(completions === null
    ? { levelsPlayed: progress === undefined ? [] : levelsPlayed(progress) }
    : { completed: completions.get(studentCode) ?? {} }),
});

type ClassPageDependencies = Infrastructure & {
  limits: Limits;
  /** Returns the jobs that forward the verification of a teacher's mailbox; none without that person's consent. */
  conversionsOfTeacher: Analytics['conversionsOfTeacher'];
};

type Detailed = {
  /** Differs after each change of the answer, except for its time. Only counted answers have one. */
  version?: string;
  /** A `ClassroomDetailedAnswer` as JSON; undefined when the caller knows this version. */
  text?: string;
};

/**
 * Reads a class as its teacher sees it, with one query per table. The first call with the first mail's link
 * replaces the link in the answer of the sign-up.
 * @param isKnown returns whether the caller has the answer of this version.
 * @param counted returns `CountedStudent`s, whose levels are counted but not listed, and the students who may need
 *   help.
 * @throws Refusal CLASSROOM_DOES_NOT_EXIST for an id that is unknown, replaced, malformed or a code.
 */
export const createDetailed = ({ database, clock, limits, conversionsOfTeacher }: ClassPageDependencies) => {
  const progress = progressRepository(database);

  /** Records that the mailbox belongs to the teacher, which opening the mailed link proves. */
  const openMailedLink = async (classroomID: string, visitor: Visitor): Promise<void> => {
    const teacher = await classroomsRepository(database).teacherOfMailedLink(classroomID);
    if (teacher === null) return;
    const conversions = await conversionsOfTeacher(teacher, visitor);
    await database.transaction().execute(async (trx) => {
      if (!(await classroomsRepository(trx).openMailedLink(classroomID))) return;
      for (const job of conversions) await enqueue(trx, job);
    });
    await limits.remember({ ip: visitor.ip, email: teacher.email });
  };

  const find = async (classroomID: string, visitor: Visitor): Promise<ViewedClassroom | null> => {
    if (!classroomIdPattern.test(classroomID)) return null;
    const classroom = await progress.classroomOf(classroomID);
    if (classroom !== null) return classroom;
    await openMailedLink(classroomID, visitor);
    return progress.classroomOf(classroomID);
  };

  /** An absence of a student begins without a report, so a version holds for an hour at most. */
  const versionOf = async ({ id, era, changedAt }: ViewedClassroom, now: Date): Promise<ProgressVersion> => {
    const { version, firstPlayedAt = null, clearedAt = null } = (await progress.versionOf(id, era)) ?? {};
    const parts = [Math.floor(now.getTime() / hour), changedAt.getTime(), firstPlayedAt?.getTime(), era, version];
    return { version: parts.join('-'), firstPlayedAt, clearedAt };
  };

  return async (
    classroomID: string,
    visitor: Visitor,
    { counted, isKnown }: { counted: boolean; isKnown: (version: string) => boolean },
  ): Promise<Detailed> => {
    const readAt = clock.now();
    const classroom = await find(classroomID, visitor);
    if (classroom === null) throw new Refusal('CLASSROOM_DOES_NOT_EXIST');
    // Read before the progress, so that a report between the two is in the next answer.
    const { version, firstPlayedAt = null, clearedAt = null } = counted ? await versionOf(classroom, readAt) : {};
    if (version !== undefined && isKnown(version)) return { version };
    const { id, era } = classroom;
    const codes = await progress.studentsOf(id);
    const played = await progress.ofEra(id, era, counted);
    const completions = counted ? await progress.completions(id, era, readAt) : null;
    const ofStudent = new Map(played.map((student) => [student.studentCode, student]));
    // An open page counts nothing itself, so that each page shows the same with any clock.
    const judged = counted && {
      readAt: readAt.toISOString(),
      countedFrom: (clearedAt ?? classroom.createdAt).toISOString(),
      help: studentsInNeed({
        codes,
        paces: await progress.paces(id, era),
        firstPlayedAt,
        now: readAt,
      }),
    };
    const text = JSON.stringify({
      success: true,
      name: classroom.name,
      code: classroom.code,
      createdAt: classroom.createdAt.toISOString(),
      ...judged,
      students: codes.map((code) => studentOf(code, ofStudent.get(code), completions)),
    });
    return version === undefined ? { text } : { version, text };
  };
};
