import type { ClassroomIds } from '../../../src/contracts/calls/school-zone.ts';
import type { Database } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { isSingleAddress } from '../../gateways/mail.ts';
import {
  classroomsRepository,
  type StoredClassroom,
  type Teacher,
  teachersRepository,
} from '../../store/school-zone.repository.ts';
import { studentsRepository } from '../../store/students.repository.ts';
import { hashSecret, normalizeEmail, randomId } from '../secrets.ts';
import { greetingNameOf } from '../mail/mail-message.ts';
import { enqueue } from '../jobs/jobs.ts';
import { Refusal } from '../refusal.ts';
import { firstCodes, newClassroomCode } from './codes.ts';
import type { Infrastructure } from '../dependencies.ts';
import type { Limits } from '../limits/limits.ts';

/** The fields of a sign-up, with the email address as typed. */
export type TeacherSignUpRequest = Omit<Tables['teachers'], 'id' | 'authIdHash' | 'createdAt'> & {
  name: string;
  numStudents: number;
  authId: string;
};

/** A class, and the partner for whose server its sign-up may be signed. */
export type OpenedClass = ClassroomIds & { partner: string | null };

/** @throws Refusal INVALID_PAYLOAD when the address cannot receive mail. */
const mailable = (typed: string): string => {
  const email = normalizeEmail(typed);
  if (email === null || !isSingleAddress(email)) throw new Refusal('INVALID_PAYLOAD');
  return email;
};

/** Returns the class as the sign-up was answered. An opened link is left out: the caller may be a stranger. */
const signUpOf = async (database: Database, { id, partner }: Teacher): Promise<OpenedClass> => {
  const classroom = await classroomsRepository(database).ofTeacher(id);
  if (classroom === null || classroom.mailedLinkId === null) throw new Refusal('TEACHER_ALREADY_EXISTS');
  return { classroomCode: classroom.code, classroomID: classroom.linkId, partner };
};

/** @param newCode lets a test generate the same code for two classes. */
export const createTeachers = (
  { database, clock, limits, events, wake }: Infrastructure & { limits: Limits },
  newCode: () => string = newClassroomCode,
) => {
  /** Returns the class if this very sign-up is repeated, null for a new one. @throws for the address of another one */
  const existing = async (email: string, authIdHash: string): Promise<OpenedClass | null> => {
    const claimed = await teachersRepository(database).claimed(email, authIdHash);
    const same = claimed.find((teacher) => teacher.authIdHash === authIdHash);
    if (same?.email === email) return signUpOf(database, same);
    if (same !== undefined) throw new Refusal('INVALID_PAYLOAD');
    if (claimed.length > 0) throw new Refusal('TEACHER_ALREADY_EXISTS');
    return null;
  };

  /** Adds teacher, class, codes and the mail in one transaction. @returns null when another request was faster. */
  const add = (
    { authId, name, numStudents, ...signUp }: TeacherSignUpRequest,
    mailNotBefore: Date | null,
  ): Promise<OpenedClass | null> =>
    database.transaction().execute(async (trx) => {
      const createdAt = clock.now();
      const teacher = { ...signUp, id: randomId(), authIdHash: hashSecret(authId), createdAt };
      if (!(await teachersRepository(trx).add(teacher))) return null;
      const mailedLinkId = randomId();
      const made = { id: randomId(), linkId: randomId(), mailedLinkId, teacherId: teacher.id, name, createdAt };
      let classroom: StoredClassroom | null = null;
      while (classroom === null) classroom = await classroomsRepository(trx).add({ ...made, code: newCode() });
      const { id, code, linkId } = classroom;
      const studentCodes = firstCodes(numStudents);
      await studentsRepository(trx).setActive(id, studentCodes);
      const { email: to, language, partner } = signUp;
      const values = { name: greetingNameOf(name), classroomCode: code, classroomID: mailedLinkId, studentCodes };
      const payload = { to, language, template: 'classroom-ready', values } as const;
      await enqueue(trx, { kind: 'mail', payload }, mailNotBefore);
      return { classroomCode: code, classroomID: linkId, partner };
    });

  return {
    /**
     * Registers a teacher with the one classroom of the email address, and mails the code. `authId` is the idempotency
     * key (decisions.md#6-flows): repeated with the same address it returns the same class without a second mail. That
     * ends when the mailed link is opened, which replaces the link of the answer.
     * @param ip the address of the caller
     * @throws Refusal INVALID_PAYLOAD, TEACHER_ALREADY_EXISTS, TOO_MANY_REQUESTS, and FORBIDDEN when the player has
     *   signed up for a partner before.
     */
    signUp: async (typed: TeacherSignUpRequest, ip: string): Promise<OpenedClass> => {
      const email = mailable(typed.email);
      const referralEmail = typed.referralEmail === null ? null : mailable(typed.referralEmail);
      const authIdHash = hashSecret(typed.authId);
      const known = await existing(email, authIdHash);
      if (known !== null) return known;
      await limits.admit('new-classroom', { ip, email });

      const notBefore = await limits.placeMail();
      const added = await add({ ...typed, email, referralEmail }, notBefore);
      if (added !== null) {
        events.record({ kind: 'teacher-sign-up' });
        await limits.remember({ ip, email });
      }
      const made = added ?? (await existing(email, authIdHash));
      // Another sign-up of this player was signed for a partner.
      if (made === null) throw new Refusal('FORBIDDEN');
      wake();
      return made;
    },
  };
};
