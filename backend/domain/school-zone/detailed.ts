import { classroomIdPattern } from '../../../src/contracts/school-zone.ts';
import type { Database } from '../../db/database.ts';
import { progressRepository } from '../../store/progress.repository.ts';
import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { writeStudent } from './student-progress.ts';

/**
 * A class as its teacher sees it, by one query a table. @returns a `ClassroomDetailedAnswer` as JSON text.
 * @param since the `cursor` of an earlier answer; anything else counts as none.
 * @param counted of `CountedStudent`s: the levels are counted and not told one by one.
 * @throws Refusal CLASSROOM_DOES_NOT_EXIST for an id that is unknown, replaced, malformed or a code.
 */
export const createDetailed = ({ database, clock }: { database: Database; clock: Clock }) => {
  const progress = progressRepository(database);
  return async (classroomID: string, { since = '', counted = false } = {}): Promise<string> => {
    const readAt = clock.now();
    const classroom = classroomIdPattern.test(classroomID) ? await progress.classroomOf(classroomID) : null;
    if (classroom === null) throw new Refusal('CLASSROOM_DOES_NOT_EXIST');
    const { id, era, changedAt } = classroom;
    const cursor = readCursor(since);
    const changedSince = cursor?.changedAt.getTime() === changedAt.getTime() ? cursor.since : null;
    const codes = await progress.studentsOf(id);
    const played = await progress.ofEra(id, era, changedSince, counted);
    const rows = Object.groupBy(played, ({ studentCode }) => studentCode);
    const isPartial = changedSince !== null;
    const known = {
      success: true,
      name: classroom.name,
      code: classroom.code,
      createdAt: classroom.createdAt.toISOString(),
      cursor: writeCursor(changedAt, readAt),
      partial: isPartial,
    };
    const shown = codes.filter((code) => !isPartial || code in rows);
    const students = shown.map((code) => writeStudent(code, rows[code] ?? [], counted));
    return `${JSON.stringify(known).slice(0, -1)},"students":[${students.join()}]}`;
  };
};
