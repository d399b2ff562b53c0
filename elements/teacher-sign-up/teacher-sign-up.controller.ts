import {
  createTeacherSignUpController,
  type TeacherSignUpController,
} from '../../src/features/teacher-sign-up/teacher-sign-up-controller.ts';
import { createTeacherSignUpServices } from '../../src/features/teacher-sign-up/teacher-sign-up-services.ts';
import { type FormDefinition, openEarly } from '../shared/form-session.ts';

export const teacherSignUpForm: FormDefinition<TeacherSignUpController> = {
  tag: 'maths-teacher-sign-up',
  audience: 'teacher',
  createController: (host, endpoints) => createTeacherSignUpController(createTeacherSignUpServices(endpoints), host),
};

export const open = openEarly(teacherSignUpForm);
