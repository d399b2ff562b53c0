import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { ResetPasswordServices } from './reset-password-services.ts';

export type ResetPasswordProps = {
  /** Words of `reset-password`; a new `t` re-renders in another language and keeps what was typed. */
  t: Translate;
  language: Language;
  services: ResetPasswordServices;
  theme?: Theme | undefined;
  /** What the mailed link carried; null when it carried nothing. Read once, when the element appears. */
  secret: string | null;
  /** The portal's `/signin`. */
  signInUrl: string;
  /** The new password is set; sign-in is needed. */
  onPasswordReset(): void;
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** The form takes typing. */
  onReady(): void;
};
