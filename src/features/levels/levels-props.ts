import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { LevelsServices } from './levels-services.ts';

export type LevelsProps = {
  /** Words of `levels`. */
  t: Translate;
  language: Language;
  services: LevelsServices;
  theme?: Theme | undefined;
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** It takes a file. */
  onReady(): void;
};
