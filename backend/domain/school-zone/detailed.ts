import { classroomIdPattern } from '../../../src/contracts/school-zone.ts';
import { hour } from '../../../src/lib/durations.ts';
import { classroomsRepository } from '../../store/classrooms.repository.ts';
import { progressRepository, type ViewedClassroom } from '../../store/progress.repository.ts';
import type { Visitor } from '../analytics.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { Refusal } from '../refusal.ts';
import type { SchoolZoneDependencies } from './dependencies.ts';
import { studentsInNeed } from './needs-help.ts';
import { writeStudent } from './student-progress.ts';

export type Detailed = {
  /** Differs after each change of the answer, except for its time. Only counted answers have one. */
  version?: string;
  /** A `ClassroomDetailedAnswer` as JSON; undefined when the caller knows this version. */
  text?: string;
};

/**
 * Reads a class as its teacher sees it, with one query per table. The first call with the first mail's link
 * replaces the link in the answer of the sign-up.
 * @param isKnown returns whether the caller has the answer of this version.
 * @param counted returns `CountedStudent`s, whose levels are counted but not listed, and the students who may need help.
 * @throws Refusal CLASSROOM_DOES_NOT_EXIST for an id that is unknown, replaced, malformed or a code.
 */
export const createDetailed = ({ database, clock, limits, conversionsOfTeacher }: SchoolZoneDependencies) => {
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
  const versionOf = async ({ id, era, changedAt, firstPlayedAt }: ViewedClassroom, now: Date): Promise<string> => {
    const played = await progress.versionOf(id, era);
    const parts = [Math.floor(now.getTime() / hour), changedAt.getTime(), firstPlayedAt?.getTime(), era, played];
    return parts.join('-');
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
    const version = counted ? await versionOf(classroom, readAt) : undefined;
    if (version !== undefined && isKnown(version)) return { version };
    const { id, era } = classroom;
    const codes = await progress.studentsOf(id);
    const played = await progress.ofEra(id, era, counted);
    const ofStudent = new Map(played.map((student) => [student.studentCode, student]));
    // An open page counts nothing itself, so that each page shows the same with any clock.
    const judged = counted && {
      readAt: readAt.toISOString(),
      help: studentsInNeed({
        codes,
        paces: await progress.paces(id, era),
        firstPlayedAt: classroom.firstPlayedAt,
        now: readAt,
      }),
    };
    const known = {
      success: true,
      name: classroom.name,
      code: classroom.code,
      createdAt: classroom.createdAt.toISOString(),
      ...judged,
    };
    const students = codes.map((code) => writeStudent(code, ofStudent.get(code), counted));
    const text = `${JSON.stringify(known).slice(0, -1)},"students":[${students.join()}]}`;
    return version === undefined ? { text } : { version, text };
  };
};
