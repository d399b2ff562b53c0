import {
  createTeacherSignUpController,
  createTeacherSignUpServices,
} from '../src/features/teacher-sign-up/controller.ts';
import { featureElement } from './kit/feature-element.ts';

/**
 * `<maths-teacher-sign-up>`: a teacher creates a class, or requests a change of it. See teacher-sign-up.md.
 * @csspart switch - The line above the form that leads to the other form.
 * @csspart switch-link - The link in that line.
 */
export const element = featureElement({
  name: 'teacher-sign-up',
  createController: (context, endpoints) =>
    createTeacherSignUpController(createTeacherSignUpServices(endpoints), context),
  view: async () => (await import('../src/features/teacher-sign-up/view.tsx')).TeacherSignUp,
});
