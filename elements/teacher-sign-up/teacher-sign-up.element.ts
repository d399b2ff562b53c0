import { TeacherSignUp } from '../../src/features/teacher-sign-up/view.tsx';
import teacherSignUpCss from '../../src/features/teacher-sign-up/teacher-sign-up.css?inline';
import type { TeacherSignUpController } from '../../src/features/teacher-sign-up/controller.ts';
import selectCss from '../../src/ui/select.css?inline';
import type { ElementDefinition } from '../runtime/open-element.ts';
import { defineElement } from '../runtime/react-element.ts';
import { teacherSignUpForm } from './teacher-sign-up.form.ts';

/**
 * `<maths-teacher-sign-up>`: a teacher creates a class, or requests a change of it. See teacher-sign-up.md.
 * @csspart switch - The line above the form that leads to the other form.
 * @csspart switch-link - The link in that line.
 */
export const definition: ElementDefinition<TeacherSignUpController> = {
  ...teacherSignUpForm,
  name: 'teacher-sign-up',
  styles: [selectCss, teacherSignUpCss],
  view: TeacherSignUp,
};

defineElement(definition);
