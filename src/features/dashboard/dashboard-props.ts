import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import type { PaymentReturn } from '../../contracts/routes.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { DashboardServices } from './dashboard-services.ts';

export type DashboardProps = {
  /** Words of `dashboard`. */
  t: Translate;
  language: Language;
  services: DashboardServices;
  theme?: Theme | undefined;
  /** Where the page around fires `sign-out`: the element. */
  host?: EventTarget | undefined;
  /** For a purchase. */
  coupon?: string | undefined;
  /** What the person comes back from. Read once, when the element appears. */
  payment?: PaymentReturn | undefined;
  /** The portal's `/confirmation`: how to get and open the app. */
  confirmationUrl: string;
  /** There is no session any more: by log-out, in another tab, or because the server ended it. */
  onSignedOut(): void;
  /** The deletion is under way and the session gone. */
  onAccountDeleted(): void;
  /** Called for each error message; `message` is the sentence that is shown. */
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  onReady(): void;
};
