import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { ClassroomUpdateServices } from './classroom-update-services.ts';

export type ClassroomUpdateProps = {
  /** Words of `classroom-update`. */
  t: Translate;
  language: Language;
  services: ClassroomUpdateServices;
  theme?: Theme | undefined;
  /** What the mailed link carried; null when it carried nothing. Read once, when the element appears. */
  secret: string | null;
  /** The portal's page of this classroom. */
  classroomUrl(classroomID: string): string;
  /** The portal's form that asks for another link. */
  updateFormUrl: string;
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** It shows what the link does, or why it does nothing. */
  onReady(): void;
};
