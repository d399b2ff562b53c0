import type { Theme } from '../../contracts/elements.ts';
import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { ClassroomServices } from './classroom-services.ts';

export type ClassroomProps = {
  /** Words of `classroom`. */
  t: Translate;
  language: Language;
  services: ClassroomServices;
  /** Opens the class; of another one this has to be made anew. */
  classroomID: string;
  theme?: Theme | undefined;
  onReady(): void;
};
