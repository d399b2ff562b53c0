import type { AuthResult } from '../../contracts/auth-result.ts';
import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { FormMode } from '../../contracts/form-mode.ts';
import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { SignInServices } from './sign-in-services.ts';

export type SignInProps = {
  /** Words of `sign-in`; a new `t` re-renders in another language and keeps what was typed. */
  t: Translate;
  language: Language;
  services: SignInServices;
  mode: FormMode;
  theme?: Theme | undefined;
  /** Prefills the address. */
  email?: string | undefined;
  /** The portal's `/signin` (a widget's forgotten-password link) and `/signup`, with query string. */
  signInUrl: string;
  signUpUrl: string;
  onAuthSuccess(result: AuthResult): void;
  /** Each message that the form shows as an error; `message` is the sentence shown. */
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** Which of the two forms is shown. */
  onFormChange(form: 'signin' | 'forgotten'): void;
  /** The form takes typing. */
  onReady(): void;
};
