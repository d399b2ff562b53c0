import type { Theme } from '../../contracts/elements.ts';
import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { DashboardServices } from './dashboard-services.ts';

export type DashboardProps = {
  /** Words of `dashboard`. */
  t: Translate;
  language: Language;
  services: DashboardServices;
  theme?: Theme | undefined;
  /** There is no session any more: by log-out, in another tab, or because the server ended it. */
  onSignedOut(): void;
  onReady(): void;
};
