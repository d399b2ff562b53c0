import type { Endpoints } from '../../config/endpoints.ts';
import { createTeacherIdentity } from '../../services/identity/teacher-identity.ts';
import { type CreateTeacher, createCreateTeacher } from '../../services/school-zone/create-teacher.ts';
import { createTeachers, type Teachers } from '../../services/school-zone/teachers.ts';

export type TeacherSignUpServices = Pick<Teachers, 'requestLink' | 'requestUpdate'> & {
  createTeacher: CreateTeacher;
};

export const createTeacherSignUpServices = (endpoints: Endpoints): TeacherSignUpServices => {
  const identity = createTeacherIdentity(endpoints);
  const teachers = createTeachers(endpoints);
  return {
    requestLink: teachers.requestLink,
    requestUpdate: teachers.requestUpdate,
    createTeacher: createCreateTeacher({ identity, teachers }),
  };
};
