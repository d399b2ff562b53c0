import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import type { PaymentReturn } from '../../contracts/routes.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { DashboardServices } from './dashboard-services.ts';

export type DashboardProps = {
  /** Messages of `dashboard`. */
  t: Translate;
  language: Language;
  services: DashboardServices;
  theme?: Theme | undefined;
  /** The element, at which the page fires `sign-out`. */
  host?: EventTarget | undefined;
  /** The coupon for a purchase. */
  coupon?: string | undefined;
  /** What the person returns from. It is read once, when the element is connected. */
  payment?: PaymentReturn | undefined;
  /** The portal's `/confirmation`, which explains how to get and open the app. */
  confirmationUrl: string;
  /** Called when the session has ended: by log-out, in another tab, or because the server ended it. */
  onSignedOut(): void;
  /** Called when the deletion is running and the session has ended. */
  onAccountDeleted(): void;
  /** Called for each error; `message` is the text that is shown. */
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  onReady(): void;
};
