import type { Endpoints } from '../../config/endpoints.ts';
import { createTeacherIdentity } from '../../services/identity/teacher-identity.ts';
import {
  createCreateTeacher,
  type CreateTeacher,
  createTeachersClient,
  type TeachersClient,
} from '../../services/school-zone/teachers.ts';

export type TeacherSignUpServices = Pick<TeachersClient, 'requestLink' | 'requestUpdate'> & {
  createTeacher: CreateTeacher;
};

export const createTeacherSignUpServices = (endpoints: Endpoints): TeacherSignUpServices => {
  const identity = createTeacherIdentity(endpoints);
  const teachers = createTeachersClient(endpoints);
  return {
    requestLink: teachers.requestLink,
    requestUpdate: teachers.requestUpdate,
    createTeacher: createCreateTeacher({ identity, teachers }),
  };
};
