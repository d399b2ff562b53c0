import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { FormMode } from '../../contracts/form-mode.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { SignUpController } from './sign-up-controller.ts';

export type SignUpProps = {
  /** Translations of `sign-up`; a new `t` re-renders in another language and keeps what was typed. */
  t: Translate;
  controller: SignUpController;
  mode: FormMode;
  theme?: Theme | undefined;
  /** Prefills the email. */
  email?: string | undefined;
  /** The portal's `/signin`, with query string; a widget opens it in a new tab. */
  signInUrl: string;
  /** The portal's `/dashboard`, where the subscription can be bought too. */
  dashboardUrl: string;
  /** The terms of use: the portal's sample page or the operator's own page. */
  termsUrl: string;
  /** The privacy policy, likewise. */
  privacyUrl: string;
  /** Called for each error message; `message` is the sentence that the form shows. */
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** Called once, when the view is mounted. */
  onReady(): void;
};
