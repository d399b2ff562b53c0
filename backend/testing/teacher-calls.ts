import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type CreateTeacherBody, schoolZonePaths, type UpdateClassroomBody } from '../../src/contracts/school-zone.ts';
import type { MailMessage, MailTemplate } from '../domain/mails/mail-message.ts';

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

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
type From = { lang?: string; ip?: string };

/** Creates a teacher's calls for any app that has the API. */
export const createTeacherCalls = (app: FastifyInstance) => {
  const form = (method: 'POST' | 'PUT', path: string, fields: object, { lang = 'en', ip = '203.0.113.9' }: From) =>
    app.inject({
      method,
      url: `${path}?lang=${lang}`,
      remoteAddress: ip,
      headers: formHeaders,
      payload: new URLSearchParams({ ...fields }).toString(),
    });
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
  return {
    signUp: (teacher: object, from: From = {}) => form('POST', schoolZonePaths.teachers, teacher, from),
    requestUpdate: (update: Partial<UpdateClassroomBody>, from: From = {}) =>
      form('PUT', schoolZonePaths.classrooms, { numStudents: '3', reinitialize: 'false', ...update }, from),
    requestLink: (email: string, from: From = {}) => form('POST', schoolZonePaths.classroomLink, { email }, from),
    look: (secret: string, method: 'GET' | 'HEAD' = 'GET') =>
      app.inject({ method, url: schoolZonePaths.classroomUpdate, headers: bearer(secret) }),
    use: (secret: string, newLink = false) =>
      app.inject({
        method: 'POST',
        url: schoolZonePaths.classroomUpdate,
        headers: bearer(secret),
        payload: { newLink },
      }),
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
