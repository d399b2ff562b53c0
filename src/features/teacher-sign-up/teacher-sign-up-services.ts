import type { Endpoints } from '../../config/endpoints.ts';
import type { Language } from '../../contracts/language.ts';
import { createTeacherIdentity } from '../../services/identity/teacher-identity.ts';
import { type CreateTeacher, createCreateTeacher } from '../../services/school-zone/create-teacher.ts';
import { createTeachers, type Teachers } from '../../services/school-zone/teachers.ts';
import { createConsent } from '../../session/consent.ts';
import { emailHash } from '../../telemetry/email-hash.ts';
import { createTelemetry } from '../../telemetry/telemetry.ts';

export type TeacherSignUpServices = Pick<Teachers, 'requestUpdate'> & {
  createTeacher: CreateTeacher;
  /**
   * That a class was opened, on the portal's own pages; in a widget nothing is recorded. Of the address only a digest
   * leaves, and only with consent.
   */
  recordSignUp(language: Language, email: string): void;
};

export const createTeacherSignUpServices = (endpoints: Endpoints): TeacherSignUpServices => {
  const identity = createTeacherIdentity(endpoints);
  const teachers = createTeachers(endpoints);
  const { allowsTelemetry } = createConsent();
  const telemetry = createTelemetry(endpoints, allowsTelemetry);
  return {
    requestUpdate: teachers.requestUpdate,
    createTeacher: createCreateTeacher({ identity, teachers }),
    recordSignUp: async (lang, email) => {
      if (!allowsTelemetry()) return;
      const page = '/schoolzone/teacher/signup';
      telemetry.record({ type: 'teacher_sign_up', page, lang, emailHash: await emailHash(email) });
    },
  };
};
