import type { TeacherFormMode, Theme } from '../../contracts/elements.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { FormMode } from '../../contracts/form-mode.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { TeacherSignUpController } from './teacher-sign-up-controller.ts';

export type TeacherSignUpProps = {
  /** Translations of `teacher-sign-up`; a new `t` re-renders in another language and keeps what was typed. */
  t: Translate;
  controller: TeacherSignUpController;
  mode: FormMode;
  /** Which of the two forms is shown. Text that was typed in one is kept in the other. */
  task: TeacherFormMode;
  theme?: Theme | undefined;
  /** Prefills the email. */
  email?: string | undefined;
  /** The portal's page with that form, for a link that is opened in a new tab. */
  formUrl(task: TeacherFormMode): string;
  /** Called for each error message; `message` is the sentence that the form shows. */
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** Called once, when the view is mounted. */
  onReady(): void;
};
