import type { TeacherFormMode } from '../../contracts/elements.ts';
import type { Problem } from './teacher-sign-up-checks.ts';

/** The steps of the teacher's two forms (spec section 4), without React and without a server. */
export type TeacherSignUpState =
  /** `takesFocus`: it took the place of what had the focus. */
  | { step: 'editing'; takesFocus: boolean }
  | { step: 'submitting' }
  /** `task`: of the form that failed; the other one has nothing to do with it. */
  | ({ step: 'failed'; task: TeacherFormMode } & Problem)
  | { step: 'classroom-ready' }
  | { step: 'mail-promised' };

export type TeacherSignUpEvent =
  | { type: 'sent' }
  | ({ type: 'failed'; task: TeacherFormMode } & Problem)
  | { type: 'classroom-ready' }
  | { type: 'mail-promised' }
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
    case 'mail-promised':
      return { step: event.type };
    case 'form-wanted':
      return { step: 'editing', takesFocus: event.takesFocus };
  }
};
