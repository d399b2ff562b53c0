import { randomBytes } from 'node:crypto';
import {
  applyClassroomChange,
  classroomDetailedPath,
  type CreateTeacherBody,
  type ProgressBody,
  readClassroom,
  readClassroomChange,
  reportProgress,
  requestClassroomLink,
  requestClassroomUpdate,
  signUpTeacher,
  type UpdateClassroomBody,
} from '../../src/contracts/calls/school-zone.ts';
import type { Shape } from '../../src/contracts/shapes.ts';
import type { Database } from '../db/database.ts';
import type { MailMessage, MailTemplate } from '../domain/mail/mail-message.ts';
import { firstCodes, newClassroomCode } from '../domain/school-zone/codes.ts';
import { randomId } from '../domain/secrets.ts';
import { type Callable, createSend } from './parent-calls.ts';
import { gameKeys } from './portal-parts.ts';

/** Returns the form of a new teacher at every call, as a browser sends it. */
export const newTeacher = (change: Partial<CreateTeacherBody> = {}): CreateTeacherBody => ({
  email: `teacher-${randomBytes(6).toString('hex')}@school.example`,
  name: 'Ms Frizzle',
  numStudents: '3',
  schoolName: '',
  ageGroup: '',
  referralEmail: '',
  teacherAuthID: randomBytes(32).toString('base64url'),
  teacherPlayfabID: randomBytes(8).toString('hex').toUpperCase(),
  ...change,
});

type From = { lang?: string; ip?: string };

/** Returns an answer of a shape. @throws for an answer of another shape */
export const read = <T>(shape: Shape<T>, answer: unknown): T => {
  if (!shape(answer)) throw new Error(`another shape: ${JSON.stringify(answer).slice(0, 200)}`);
  return answer;
};

/** Creates a teacher's calls for any app or server that has the API. */
export const createTeacherCalls = (app: Callable) => {
  const send = createSend(app);
  const by = ({ lang = 'en', ip = '203.0.113.9' }: From) => ({ query: { lang }, ip });
  return {
    signUp: (teacher: object, from: From = {}) => send(signUpTeacher, { ...by(from), body: teacher }),
    requestUpdate: (update: Partial<UpdateClassroomBody>, from: From = {}) =>
      send(requestClassroomUpdate, { ...by(from), body: { numStudents: '3', reinitialize: 'false', ...update } }),
    requestLink: (email: string, from: From = {}) => send(requestClassroomLink, { ...by(from), body: { email } }),
    look: (secret: string, method: 'GET' | 'HEAD' = 'GET') =>
      send({ ...readClassroomChange, method }, { token: secret }),
    use: (secret: string, newLink = false) => send(applyClassroomChange, { token: secret, body: { newLink } }),
  };
};

/** Returns the newest mail of a template to this address. */
export const newestMail = <Template extends MailTemplate>(
  mails: readonly MailMessage[],
  to: string,
  template: Template,
): Extract<MailMessage, { template: Template }> => {
  const isIt = (mail: MailMessage): mail is Extract<MailMessage, { template: Template }> =>
    mail.to === to && mail.template === template;
  const mail = mails.findLast(isIt);
  if (mail === undefined) throw new Error(`no mail ${template}`);
  return mail;
};

/** Inserts a teacher with a class, for tests that need neither sign-up nor mail. */
export const insertClassroom = async (
  database: Database,
  { students = 3, createdAt = new Date('2026-03-02T09:00:00Z') } = {},
) => {
  const [id, classroomID] = [randomId(), randomId()];
  const [classroomCode, studentCodes] = [newClassroomCode(), firstCodes(students)];
  const email = `${id.toLowerCase()}@school.example`;
  await database
    .insertInto('teachers')
    .values({ id, email, language: 'en', authIdHash: id, playfabId: id, createdAt })
    .execute();
  const own = { id, teacherId: id, linkId: classroomID, code: classroomCode, name: 'Ms Frizzle' };
  await database
    .insertInto('classrooms')
    .values({ ...own, createdAt, changedAt: createdAt })
    .execute();
  await database
    .insertInto('students')
    .values(studentCodes.map((code) => ({ classroomId: id, code })))
    .execute();
  return { id, classroomID, classroomCode, studentCodes };
};
export type TestClassroom = Awaited<ReturnType<typeof insertClassroom>>;

/** Returns a report of the first level of the first concept, completed by the first student. */
export const firstLevel = ({
  classroomCode,
  studentCodes = [],
}: Pick<TestClassroom, 'classroomCode'> & Partial<TestClassroom>): ProgressBody => ({
  classroomCode,
  studentCode: studentCodes[0] ?? '',
  package: 'small_numbers',
  concept: 'counting_to_10',
  level: 'counting_to_10_01',
  completed: true,
  total: 8,
});

/** Creates the calls of the game's server and of a teacher's page, for any app or server that has the API. */
export const createGameCalls = (app: Callable) => {
  const send = createSend(app);
  const readingOf = (classroomID: string) => ({ ...readClassroom, path: classroomDetailedPath(classroomID) });
  return {
    report: (body: object, { key = gameKeys[0], ip = '203.0.113.7' } = {}) =>
      send(reportProgress, { token: key, body, ip }),
    detailed: (classroomID: string) => send(readingOf(classroomID)),
    /** @param etag of an earlier answer */
    counted: (classroomID: string, etag?: string) =>
      send(readingOf(classroomID), {
        query: { levels: 'counted' },
        headers: { ...(etag !== undefined && { 'if-none-match': etag }) },
      }),
  };
};
