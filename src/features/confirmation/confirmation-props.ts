import type { Theme } from '../../contracts/elements.ts';
import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { ConfirmationServices } from './confirmation-services.ts';

export type ConfirmationProps = {
  /** Words of `confirmation`. */
  t: Translate;
  language: Language;
  services: ConfirmationServices;
  /** The checkout that the person comes from, as the address says. */
  checkout?: string | undefined;
  signInUrl: string;
  /** This very page, for the phone that scans the code. */
  pageUrl: string;
  theme?: Theme | undefined;
  onReady(): void;
};
