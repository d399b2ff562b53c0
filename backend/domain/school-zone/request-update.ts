import type { Language } from '../../../src/contracts/language.ts';
import { classroomLinksRepository } from '../../store/classroom-links.repository.ts';
import { classroomsRepository } from '../../store/classrooms.repository.ts';
import { teachersRepository } from '../../store/teachers.repository.ts';
import { normalEmail } from '../email.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { Refusal } from '../refusal.ts';
import { codesAfter } from './classroom-changes.ts';
import { addLink } from './classroom-links.ts';
import type { SchoolZoneDependencies } from './dependencies.ts';

/** `email` as typed; `language` is the form's, if it said one. */
export type UpdateRequest = {
  email: string;
  numStudents: number;
  reinitialize: boolean;
  language: Language | null;
};

export const createRequestUpdate =
  ({ database, clock, limits, wake }: SchoolZoneDependencies) =>
  /**
   * Changes nothing: mails the teacher a link. A newer one ends those before it.
   * @param ip of the caller
   * @throws Refusal INVALID_PAYLOAD, TEACHER_DOES_NOT_EXIST, CLASSROOM_DOES_NOT_EXIST, STUDENTS_HAVE_PROGRESS,
   * TOO_MANY_REQUESTS (mails to one teacher).
   */
  async ({ email: typed, numStudents, reinitialize, language: asked }: UpdateRequest, ip: string): Promise<void> => {
    const email = normalEmail(typed);
    if (email === null) throw new Refusal('INVALID_PAYLOAD');
    const teacher = await teachersRepository(database).ofEmail(email);
    if (teacher === null) throw new Refusal('TEACHER_DOES_NOT_EXIST');
    const classroom = await classroomsRepository(database).ofTeacher(teacher.id);
    if (classroom === null) throw new Refusal('CLASSROOM_DOES_NOT_EXIST');
    await codesAfter(database, classroom, { numStudents, reinitialize });
    const limited = await limits.consume('classroom-mail', { ip, person: teacher.id });
    if (limited !== null) throw new Refusal('TOO_MANY_REQUESTS', limited.retryAfter);

    const language = asked ?? teacher.language;
    await database.transaction().execute(async (trx) => {
      // Holds the teacher's row: of requests at the same moment the last one's link is the good one.
      await teachersRepository(trx).speak(teacher.id, language);
      await classroomLinksRepository(trx).removeUpdatesOf(classroom.id);
      const token = await addLink(trx, classroom.id, { kind: 'update', numStudents, reinitialize }, clock.now());
      const values = { token, numStudents, reinitialize };
      await enqueue(trx, { kind: 'mail', payload: { to: email, language, template: 'classroom-update', values } });
    });
    wake();
  };
