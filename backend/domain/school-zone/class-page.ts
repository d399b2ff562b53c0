import {
  classroomIdPattern,
  type CountedClassroom,
  type HelpReason,
  type LevelPlayed,
  type ListedClassroom,
  type StudentHelp,
} from '../../../src/contracts/calls/school-zone.ts';
import { day, hour } from '../../../src/lib/time.ts';
import {
  progressRepository,
  type StudentPace,
  type PlayedByStudent,
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
const levelsPlayed = (progress: PlayedByStudent | undefined): LevelPlayed[] =>
  (progress?.levels ?? [])
    .flatMap((concepts) => Object.entries(concepts))
    .flatMap(([concept, played]) =>
      Object.entries(played).map(([level, completedOn]) => ({ concept, level, completed: completedOn !== false })),
    );

/**
 * Returns what both answers have of a `Student` (product-spec.md#3-entities-and-their-fields).
 * @param progress undefined for a student who has not played
 */
const studentOf = (studentCode: string, progress: PlayedByStudent | undefined) => ({
  studentCode,
  levelStatus: progress?.levelStatus ?? '{}',
  lastPlayedAt: typeof progress?.playedAt === 'number' ? new Date(Math.round(progress.playedAt)).toISOString() : null,
  lastPackage: progress?.lastPackage ?? null,
});

type ClassPageDependencies = Infrastructure & {
  limits: Limits;
  /** Returns the jobs that forward the verification of a teacher's mailbox; none without that person's consent. */
  conversionsOfTeacher: Analytics['conversionsOfTeacher'];
};

/**
 * Creates the two readings of a class, with one query per table. The first one with the first mail's link replaces the
 * link in the answer of the sign-up. Both throw the Refusal CLASSROOM_DOES_NOT_EXIST for an id that is unknown,
 * replaced, malformed or a code.
 */
export const createClassPage = ({ database, clock, limits, conversionsOfTeacher }: ClassPageDependencies) => {
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

  const find = async (classroomID: string, visitor: Visitor): Promise<ViewedClassroom> => {
    const isId = classroomIdPattern.test(classroomID);
    let classroom = isId ? await progress.classroomOf(classroomID) : null;
    if (classroom === null && isId) {
      await openMailedLink(classroomID, visitor);
      classroom = await progress.classroomOf(classroomID);
    }
    if (classroom === null) throw new Refusal('CLASSROOM_DOES_NOT_EXIST');
    return classroom;
  };

  /** An absence of a student begins without a report, so a version holds for an hour at most. */
  const versionOf = async ({ id, era, changedAt }: ViewedClassroom, now: Date): Promise<ProgressVersion> => {
    const { version, firstPlayedAt = null, clearedAt = null } = (await progress.versionOf(id, era)) ?? {};
    const parts = [Math.floor(now.getTime() / hour), changedAt.getTime(), firstPlayedAt?.getTime(), era, version];
    return { version: parts.join('-'), firstPlayedAt, clearedAt };
  };

  /** Returns the codes of all students, each with what that student played. */
  const studentsOf = async ({ id, era }: ViewedClassroom, counted: boolean) => {
    const codes = await progress.studentsOf(id);
    const played = await progress.ofEra(id, era, counted);
    const ofStudent = new Map(played.map((student) => [student.studentCode, student]));
    return codes.map((code) => ({ code, played: ofStudent.get(code) }));
  };

  const membersOf = ({ name, code, createdAt }: ViewedClassroom) => ({
    name,
    code,
    createdAt: createdAt.toISOString(),
  });

  return {
    /** Reads a class with a list of the levels. */
    listedClass: async (classroomID: string, visitor: Visitor): Promise<ListedClassroom> => {
      const classroom = await find(classroomID, visitor);
      const students = await studentsOf(classroom, false);
      return {
        ...membersOf(classroom),
        students: students.map(({ code, played }) => ({
          ...studentOf(code, played),
          levelsPlayed: levelsPlayed(played),
        })),
      };
    },

    /**
     * Reads a class as the teacher's page shows it, with the students who may need help. Its levels are counted, but
     * not listed.
     * @param isKnown returns whether the caller has the answer of this version, which differs after each change of the
     * answer, except for its time
     * @returns null if the caller has it.
     */
    countedClass: async (
      classroomID: string,
      visitor: Visitor,
      isKnown: (version: string) => boolean,
    ): Promise<CountedClassroom | null> => {
      const readAt = clock.now();
      const classroom = await find(classroomID, visitor);
      // Read before the progress, so that a report between the two is in the next answer.
      const { version, firstPlayedAt, clearedAt } = await versionOf(classroom, readAt);
      if (isKnown(version)) return null;
      const { id, era, createdAt } = classroom;
      const students = await studentsOf(classroom, true);
      const completions = await progress.completions(id, era, readAt);
      const codes = students.map(({ code }) => code);
      return {
        ...membersOf(classroom),
        // An open page counts nothing itself, so that each page shows the same with any clock.
        readAt: readAt.toISOString(),
        countedFrom: (clearedAt ?? createdAt).toISOString(),
        help: studentsInNeed({ codes, paces: await progress.paces(id, era), firstPlayedAt, now: readAt }),
        students: students.map(({ code, played }) => ({
          ...studentOf(code, played),
          completed: completions.get(code) ?? {},
        })),
      };
    },
  };
};
