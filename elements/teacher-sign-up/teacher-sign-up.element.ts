import { createElement } from 'react';
import { TeacherSignUp } from '../../src/features/teacher-sign-up/teacher-sign-up.tsx';
import teacherSignUpCss from '../../src/features/teacher-sign-up/teacher-sign-up.css?inline';
import {
  createTeacherSignUpServices,
  type TeacherSignUpServices,
} from '../../src/features/teacher-sign-up/teacher-sign-up-services.ts';
import selectCss from '../../src/ui/select.css?inline';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import type { ElementDefinition } from '../shared/definition.ts';
import { reactElement } from '../shared/react-element.ts';
import { teacherFormLink } from '../shared/teacher-form-link.ts';

/** `<maths-teacher-sign-up>`: a teacher opens a class, or asks to change it. See teacher-sign-up.md. */
export const teacherSignUpForm: ElementDefinition<TeacherSignUpServices> = {
  tag: 'maths-teacher-sign-up',
  words: 'teacher-sign-up',
  styles: [tokensCss, uiCss, selectCss, teacherSignUpCss],
  audience: 'teacher',
  createServices: createTeacherSignUpServices,
  render: (view) =>
    createElement(TeacherSignUp, {
      ...view,
      task: view.attribute('mode') === 'update' ? 'update' : 'create',
      formUrl: (task) => teacherFormLink(view, task),
      onTaskChange: (task) => view.setAttribute('mode', task),
      onUpdateRequested: () => view.emit('update-requested', {}),
    }),
};

export const teacherSignUpElement = (): CustomElementConstructor => reactElement(teacherSignUpForm);
