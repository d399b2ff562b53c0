import {
  createTeacherSignUpController,
  createTeacherSignUpServices,
  type TeacherSignUpController,
} from '../../src/features/teacher-sign-up/controller.ts';
import type { ControllerDefinition } from '../runtime/open-element.ts';
import { openEarly, openForm } from '../runtime/open-form.ts';

export const teacherSignUpForm: ControllerDefinition<TeacherSignUpController> = {
  audience: 'teacher',
  createController: (element, endpoints) =>
    createTeacherSignUpController(createTeacherSignUpServices(endpoints), element),
  openForm,
};

export const open = openEarly(teacherSignUpForm);
