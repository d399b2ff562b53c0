import type { Language } from '../../../src/contracts/language.ts';
import { classroomsRepository } from '../../store/classrooms.repository.ts';
import { teachersRepository } from '../../store/teachers.repository.ts';
import { normalizeEmail } from '../email.ts';
import { greetingNameOf } from '../mails/greeting-name.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { Refusal } from '../refusal.ts';
import { addLink } from './classroom-links.ts';
import type { SchoolZoneDependencies } from './dependencies.ts';

/** `email` is the address as typed; `language` is the form's language, if it was sent. */
export type UpdateRequest = {
  email: string;
  numStudents: number;
  reinitialize: boolean;
  language: Language | null;
};

export const createRequestUpdate =
  ({ database, clock, limits, wake }: SchoolZoneDependencies) =>
  /**
   * Mails a link to the teacher and changes nothing. Earlier links stay valid, because anyone can request a newer one.
   * Only the page behind the link shows whether the change is possible, because that depends on how many students have
   * played.
   * @param ip the address of the caller
   * @throws Refusal INVALID_PAYLOAD, TEACHER_DOES_NOT_EXIST, CLASSROOM_DOES_NOT_EXIST, TOO_MANY_REQUESTS (mails to one
   * teacher).
   */
  async ({ email: typed, numStudents, reinitialize, language: asked }: UpdateRequest, ip: string): Promise<void> => {
    const email = normalizeEmail(typed);
    if (email === null) throw new Refusal('INVALID_PAYLOAD');
    const teacher = await teachersRepository(database).ofEmail(email);
    if (teacher === null) throw new Refusal('TEACHER_DOES_NOT_EXIST');
    const classroom = await classroomsRepository(database).ofTeacher(teacher.id);
    if (classroom === null) throw new Refusal('CLASSROOM_DOES_NOT_EXIST');
    const limited = await limits.consume('classroom-mail', { ip, email });
    if (limited !== null) throw new Refusal('TOO_MANY_REQUESTS', limited.retryAfter);

    const language = asked ?? teacher.language;
    const notBefore = await limits.placeMail();
    await database.transaction().execute(async (trx) => {
      await teachersRepository(trx).speak(teacher.id, language);
      // The link is valid for a day from the moment when its mail leaves.
      const leavesAt = notBefore ?? clock.now();
      const token = await addLink(trx, classroom.id, { kind: 'update', numStudents, reinitialize }, leavesAt);
      const payload = {
        to: email,
        language,
        template: 'classroom-update',
        values: { name: greetingNameOf(classroom.name), token, numStudents, reinitialize },
      } as const;
      await enqueue(trx, { kind: 'mail', payload }, notBefore);
    });
    wake();
  };
