import type { AuthResult } from '../../contracts/auth-result.ts';
import type { TeacherFormMode, Theme } from '../../contracts/elements.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { FormMode } from '../../contracts/form-mode.ts';
import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { TeacherSignUpServices } from './teacher-sign-up-services.ts';

export type TeacherSignUpProps = {
  /** Words of `teacher-sign-up`; a new `t` re-renders in another language and keeps what was typed. */
  t: Translate;
  language: Language;
  services: TeacherSignUpServices;
  /** Where the form stands. */
  mode: FormMode;
  /** Which of the two forms shows; what was typed in one is there in the other. */
  task: TeacherFormMode;
  theme?: Theme | undefined;
  /** Prefills the address. */
  email?: string | undefined;
  /** The portal's page with that form: where the links between the two lead who opens them in a new tab. */
  formUrl(task: TeacherFormMode): string;
  /** Somebody goes to the other form. */
  onTaskChange(task: TeacherFormMode): void;
  /** The class is there, and its mail on the way. */
  onAuthSuccess(result: AuthResult): void;
  /** The mail whose link changes the class is on the way. */
  onUpdateRequested(): void;
  /** Each message that the form shows as an error; `message` is the sentence shown. */
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** The form takes typing. */
  onReady(): void;
};
