import { classroomIdPattern } from '../../../src/contracts/school-zone.ts';
import { classroomsRepository } from '../../store/classrooms.repository.ts';
import { progressRepository, type ViewedClassroom } from '../../store/progress.repository.ts';
import type { Visitor } from '../analytics.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { Refusal } from '../refusal.ts';
import type { SchoolZoneDependencies } from './dependencies.ts';
import { studentsInNeed } from './needs-help.ts';
import { writeStudent } from './student-progress.ts';

/**
 * A page's position in a class: the version of the class at the last read, and the time from which progress may be new.
 * A report gets its time before it is written, which may take a while (five seconds for a connection, ten for the
 * statement), and the clocks of two servers differ. The next answer therefore reaches back that far.
 */
type Cursor = { changedAt: Date; since: Date };

const overlap = 20_000;

const writeCursor = (changedAt: Date, readAt: Date): string =>
  Buffer.from(`${changedAt.getTime()}.${readAt.getTime() - overlap}`).toString('base64url');

/**
 * Reads a cursor. The database cannot read a date after the year 9999; 14 digits of milliseconds end in the year 5138.
 * @returns null for any text that `writeCursor` cannot have written. The caller then gets the whole class.
 */
const readCursor = (text: string): Cursor | null => {
  const parts = /^(\d{1,14})\.(\d{1,14})$/.exec(Buffer.from(text, 'base64url').toString());
  return parts === null ? null : { changedAt: new Date(Number(parts[1])), since: new Date(Number(parts[2])) };
};

/**
 * Reads a class as its teacher sees it, with one query per table. @returns a `ClassroomDetailedAnswer` as JSON text.
 * The first call with the first mail's link replaces the link in the answer of the sign-up.
 * @param since the `cursor` of an earlier answer; anything else counts as none.
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

  return async (
    classroomID: string,
    visitor: Visitor,
    { since = '', counted }: { since?: string | undefined; counted: boolean },
  ): Promise<string> => {
    const readAt = clock.now();
    const classroom = await find(classroomID, visitor);
    if (classroom === null) throw new Refusal('CLASSROOM_DOES_NOT_EXIST');
    const { id, era, changedAt } = classroom;
    const cursor = readCursor(since);
    const changedSince = cursor?.changedAt.getTime() === changedAt.getTime() ? cursor.since : null;
    const codes = await progress.studentsOf(id);
    const played = await progress.ofEra(id, era, changedSince, counted);
    const ofStudent = new Map(played.map((student) => [student.studentCode, student]));
    const isPartial = changedSince !== null;
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
      cursor: writeCursor(changedAt, readAt),
      partial: isPartial,
      ...judged,
    };
    const shown = codes.filter((code) => !isPartial || ofStudent.has(code));
    const students = shown.map((code) => writeStudent(code, ofStudent.get(code), counted));
    return `${JSON.stringify(known).slice(0, -1)},"students":[${students.join()}]}`;
  };
};
