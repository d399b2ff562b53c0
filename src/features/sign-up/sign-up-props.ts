import type { AuthResult } from '../../contracts/auth-result.ts';
import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { FormMode } from '../../contracts/form-mode.ts';
import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { SignUpServices } from './sign-up-services.ts';

export type SignUpProps = {
  /** Words of `sign-up`; a new `t` re-renders in another language and keeps what was typed. */
  t: Translate;
  language: Language;
  services: SignUpServices;
  mode: FormMode;
  theme?: Theme | undefined;
  /** Prefills the address. */
  email?: string | undefined;
  /** For the purchase that follows; the portal's own pages only. */
  coupon?: string | undefined;
  /** The portal's `/signin`, with query string; a widget opens it in a new tab. */
  signInUrl: string;
  /** The portal's `/dashboard`, from where the subscription can be bought too. */
  dashboardUrl: string;
  /** The account is open. On the portal's own pages the form goes on to the payment page by itself. */
  onAuthSuccess(result: AuthResult): void;
  /** Each message that the form shows as an error; `message` is the sentence shown. */
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** The form takes typing. */
  onReady(): void;
};
