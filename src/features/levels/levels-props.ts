import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { LevelsServices } from './levels-services.ts';

export type LevelsProps = {
  /** Messages of `levels`. */
  t: Translate;
  language: Language;
  services: LevelsServices;
  theme?: Theme | undefined;
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** Called when the element accepts a file. */
  onReady(): void;
};
