import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { FormMode } from '../../contracts/form-mode.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { SignInController } from './sign-in-controller.ts';

export type SignInProps = {
  /** Translations of `sign-in`; a new `t` re-renders in another language and keeps what was typed. */
  t: Translate;
  controller: SignInController;
  mode: FormMode;
  theme?: Theme | undefined;
  /** Prefills the email. */
  email?: string | undefined;
  /** The portal's `/signin` (a widget's forgotten-password link) and `/signup`, with query string. */
  signInUrl: string;
  signUpUrl: string;
  /** Called for each error message; `message` is the sentence that the form shows. */
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** Called with the form that is shown. */
  onFormChange(form: 'signin' | 'forgotten'): void;
  /** Called once, when the view is mounted. */
  onReady(): void;
};
