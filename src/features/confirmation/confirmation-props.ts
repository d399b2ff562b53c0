import type { Theme } from '../../contracts/elements.ts';
import type { Language } from '../../contracts/language.ts';
import type { Membership } from '../../contracts/subscription.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { ConfirmationServices } from './confirmation-services.ts';

export type ConfirmationProps = {
  /** Messages of `confirmation`. */
  t: Translate;
  language: Language;
  services: ConfirmationServices;
  /** The id of the checkout that the person returns from, from the address. */
  checkout?: string | undefined;
  signInUrl: string;
  /** The address of this page, for the phone that scans the code. */
  pageUrl: string;
  theme?: Theme | undefined;
  /** Called when the server has responded to the checkout. The page around shows the result. */
  onMembership(membership: Membership): void;
  onReady(): void;
};
