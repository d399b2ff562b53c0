import type { TeacherFormMode } from '../../contracts/elements.ts';
import type { FormError } from '../shared/form-error.ts';
import type { TeacherField } from './teacher-sign-up-checks.ts';

/**
 * The states of the teacher's two forms (product-spec.md#4-states-and-transitions), without React and without a server.
 */
export type TeacherSignUpState =
  /** `takesFocus`: whether it replaced the focused element. */
  | { step: 'editing'; takesFocus: boolean }
  | { step: 'submitting' }
  /** `task`: the form that failed. The failure does not concern the other one. */
  | ({ step: 'failed'; task: TeacherFormMode } & FormError<TeacherField>)
  | { step: 'classroom-ready' }
  /** `email`: the address that was typed. */
  | { step: 'mail-promised'; email: string };

export type TeacherSignUpEvent =
  | { type: 'sent' }
  | ({ type: 'failed'; task: TeacherFormMode } & FormError<TeacherField>)
  | { type: 'classroom-ready' }
  | { type: 'mail-promised'; email: string }
  | { type: 'form-wanted'; takesFocus: boolean };

export const teacherSignUpStart: TeacherSignUpState = { step: 'editing', takesFocus: false };

export const teacherSignUpFlow = (_state: TeacherSignUpState, event: TeacherSignUpEvent): TeacherSignUpState => {
  switch (event.type) {
    case 'sent':
      return { step: 'submitting' };
    case 'failed': {
      const { task, failure, fields, sent } = event;
      return { step: 'failed', task, failure, fields, sent };
    }
    case 'classroom-ready':
      return { step: 'classroom-ready' };
    case 'mail-promised':
      return { step: 'mail-promised', email: event.email };
    case 'form-wanted':
      return { step: 'editing', takesFocus: event.takesFocus };
  }
};
