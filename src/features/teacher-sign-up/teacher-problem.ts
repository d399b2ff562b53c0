import type { TeacherFormMode } from '../../contracts/elements.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';

/**
 * The teacher's own catalogue (product-spec.md#8-error-catalogue). Every other code has the message that parents get.
 */
export const teacherProblems: readonly ErrorCode[] = [
  'INVALID_PAYLOAD',
  'TEACHER_ALREADY_EXISTS',
  'TEACHER_DOES_NOT_EXIST',
  'CLASSROOM_DOES_NOT_EXIST',
  'INVALID_CLASSROOM',
];

/** On a partner's page, the message for a taken email names our support instead of the other form. */
export const teacherSentence = (t: Translate, failure: Failure, inWidget: boolean): string => {
  const { code } = failure;
  if (!teacherProblems.includes(code)) return errorSentence(t, 'sign-up', code, failure);
  const suffix = inWidget && code === 'TEACHER_ALREADY_EXISTS' ? '_WIDGET' : '';
  return t(`problems.TEACHER_SIGNUP_${code}${suffix}`);
};

/**
 * Returns the forms that help: those that the message mentions, and for a taken email the one that mails the link of the
 * class. A partner's page names our support instead.
 */
export const suggestedForms = ({ code }: Failure, inWidget: boolean): readonly TeacherFormMode[] => {
  switch (code) {
    case 'TEACHER_ALREADY_EXISTS':
      return inWidget ? [] : ['update', 'link'];
    case 'TEACHER_DOES_NOT_EXIST':
    case 'CLASSROOM_DOES_NOT_EXIST':
    case 'INVALID_CLASSROOM':
      return ['create'];
    default:
      return [];
  }
};
