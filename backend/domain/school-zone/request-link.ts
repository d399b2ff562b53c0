import type { Language } from '../../../src/contracts/language.ts';
import { classroomsRepository } from '../../store/classrooms.repository.ts';
import { studentsRepository } from '../../store/students.repository.ts';
import { teachersRepository } from '../../store/teachers.repository.ts';
import { normalizeEmail } from '../email.ts';
import { greetingNameOf } from '../mails/greeting-name.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { Refusal } from '../refusal.ts';
import type { SchoolZoneDependencies } from './dependencies.ts';

export const createRequestLink =
  ({ database, limits, mailQueue, wake }: SchoolZoneDependencies) =>
  /**
   * Mails the teacher the current link, code and student codes of the class. The caller does not learn whether the
   * address has a class: for an unknown address, and above the limit for mails to one teacher, nothing happens.
   * @param typed the address as typed
   * @param asked the language of the form, if it was sent
   * @param ip the address of the caller
   * @throws Refusal INVALID_PAYLOAD
   */
  async (
    { email: typed, language: asked }: { email: string; language: Language | null },
    ip: string,
  ): Promise<void> => {
    const email = normalizeEmail(typed);
    if (email === null) throw new Refusal('INVALID_PAYLOAD');
    const teacher = await teachersRepository(database).ofEmail(email);
    if (teacher === null) return;
    const classroom = await classroomsRepository(database).ofTeacher(teacher.id);
    if (classroom === null) return;
    if ((await limits.consume('classroom-mail', { ip, person: teacher.id })) !== null) return;
    const places = await studentsRepository(database).places(classroom.id, classroom.era);
    const payload = {
      to: email,
      language: asked ?? teacher.language,
      template: 'classroom-ready',
      values: {
        name: greetingNameOf(classroom.name),
        classroomCode: classroom.code,
        classroomID: classroom.mailedLinkId ?? classroom.linkId,
        studentCodes: places.filter(({ active }) => active).map(({ code }) => code),
      },
    } as const;
    await enqueue(database, { kind: 'mail', payload }, await mailQueue.place(ip, email));
    wake();
  };
