import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { ResetPasswordController } from './reset-password-controller.ts';

export type ResetPasswordProps = {
  /** Translations of `reset-password`; a new `t` re-renders in another language and keeps what was typed. */
  t: Translate;
  controller: ResetPasswordController;
  theme?: Theme | undefined;
  /** Prefills the address of the form that requests another link. */
  email?: string | undefined;
  /** The portal's `/signin`. */
  signInUrl: string;
  /** Called for each error message; `message` is the sentence that the form shows. */
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** Called with the view, before it is painted: the page has a heading for `set` only. */
  onViewChange(view: 'set' | 'spent'): void;
  /** Called once, when the view is mounted. */
  onReady(): void;
};
