import type { Endpoints } from '../../config/endpoints.ts';
import type { Language } from '../../contracts/language.ts';
import { createTeacherIdentity } from '../../services/identity/teacher-identity.ts';
import { type CreateTeacher, createCreateTeacher } from '../../services/school-zone/create-teacher.ts';
import { createTeachers, type Teachers } from '../../services/school-zone/teachers.ts';
import { createConsent } from '../../session/consent.ts';
import { createTelemetry } from '../../telemetry/telemetry.ts';

export type TeacherSignUpServices = Pick<Teachers, 'requestUpdate'> & {
  createTeacher: CreateTeacher;
  /** Records that a class was created, on the portal's own pages. A widget records nothing. */
  recordSignUp(language: Language): void;
};

export const createTeacherSignUpServices = (endpoints: Endpoints): TeacherSignUpServices => {
  const identity = createTeacherIdentity(endpoints);
  const teachers = createTeachers(endpoints);
  const { allowsTelemetry } = createConsent();
  const telemetry = createTelemetry(endpoints, allowsTelemetry);
  return {
    requestUpdate: teachers.requestUpdate,
    createTeacher: createCreateTeacher({ identity, teachers }),
    recordSignUp: (lang) => telemetry.record({ type: 'teacher_sign_up', page: '/schoolzone/teacher/signup', lang }),
  };
};
