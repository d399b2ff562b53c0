import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { ClassroomServices } from './classroom-services.ts';

export type ClassroomProps = {
  /** Messages of `classroom`. */
  t: Translate;
  language: Language;
  services: ClassroomServices;
  /** The id that opens the class. Another id needs a new component. */
  classroomID: string;
  theme?: Theme | undefined;
  /** Called each time that the class could not be read. */
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  onReady(): void;
};
