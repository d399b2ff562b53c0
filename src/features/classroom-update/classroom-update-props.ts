import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { ClassroomUpdateServices } from './classroom-update-services.ts';

export type ClassroomUpdateProps = {
  /** Messages of `classroom-update`. */
  t: Translate;
  language: Language;
  services: ClassroomUpdateServices;
  theme?: Theme | undefined;
  /** The secret of the mailed link, or null. It is read once, when the element is connected. */
  secret: string | null;
  /** The portal's page of this classroom. */
  classroomUrl(classroomID: string): string;
  /** The portal's form that requests another link. */
  updateFormUrl: string;
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** Called when the page shows what the link does, or why it does nothing. */
  onReady(): void;
};
