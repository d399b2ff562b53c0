import type { Language } from '../../../src/contracts/language.ts';
import { classroomsRepository } from '../../store/classrooms.repository.ts';
import { studentsRepository } from '../../store/students.repository.ts';
import { teachersRepository } from '../../store/teachers.repository.ts';
import { normalizeEmail } from '../email.ts';
import { greetingNameOf } from '../mails/greeting-name.ts';
import { enqueueNewest } from '../outbox/enqueue.ts';
import type { Job } from '../outbox/job-kinds.ts';
import { Refusal } from '../refusal.ts';
import type { SchoolZoneDependencies } from './dependencies.ts';

/** `email` is normalized; `language` is the form's, if it was sent. */
type LinkRequest = { email: string; language: Language | null };

export const createRequestLink = ({ database, clock, limits, wake }: SchoolZoneDependencies) => {
  /** Returns the mail, or null when the address has no class. It asks the same questions for every address. */
  const mailFor = async ({ email, language }: LinkRequest, late: Date | null): Promise<Job | null> => {
    const teacher = await teachersRepository(database).ofEmail(email);
    const classroom = await classroomsRepository(database).ofTeacher(teacher?.id ?? '');
    const places = await studentsRepository(database).places(classroom?.id ?? '', classroom?.era ?? 0);
    if (teacher === null || classroom === null) return null;
    return {
      kind: 'mail',
      payload: {
        to: email,
        language: language ?? teacher.language,
        template: 'classroom-ready',
        values: {
          name: greetingNameOf(classroom.name),
          classroomCode: classroom.code,
          classroomID: classroom.mailedLinkId ?? classroom.linkId,
          studentCodes: places.filter(({ active }) => active).map(({ code }) => code),
        },
      },
      ...(late !== null && { key: `late-classroom-ready:${classroom.id}:${late.toISOString().slice(0, 10)}` }),
    };
  };

  /**
   * Mails the teacher the current link, code and student codes of the class. The caller does not learn whether the
   * address has a class, nor by how long the answer takes. Above the limit of mails to one address, the mail of the
   * newest request waits for the end of the limit, at most one a day.
   * @param typed the address as typed
   * @param language the language of the form, if it was sent
   * @param ip the address of the caller
   * @throws Refusal INVALID_PAYLOAD
   */
  return async (
    { email: typed, language }: { email: string; language: Language | null },
    ip: string,
  ): Promise<void> => {
    const email = normalizeEmail(typed);
    if (email === null) throw new Refusal('INVALID_PAYLOAD');
    const limited = await limits.consume('classroom-mail', { ip, email });
    const late = limited === null ? null : new Date(clock.now().getTime() + limited.retryAfter * 1000);
    const mail = await mailFor({ email, language }, late);
    await enqueueNewest(database, mail, late ?? (await limits.placeMail()));
    wake();
  };
};
