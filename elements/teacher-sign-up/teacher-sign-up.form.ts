import {
  createTeacherSignUpController,
  type TeacherSignUpController,
} from '../../src/features/teacher-sign-up/teacher-sign-up-controller.ts';
import { createTeacherSignUpServices } from '../../src/features/teacher-sign-up/teacher-sign-up-services.ts';
import type { ControllerDefinition } from '../runtime/open-element.ts';
import { openEarly, openForm } from '../runtime/open-form.ts';

export const teacherSignUpForm: ControllerDefinition<TeacherSignUpController> = {
  audience: 'teacher',
  createController: (element, endpoints) =>
    createTeacherSignUpController(createTeacherSignUpServices(endpoints), element),
  openForm,
};

export const open = openEarly(teacherSignUpForm);
