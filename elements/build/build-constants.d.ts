import type { Brand } from '../../src/config/brand.ts';
import type { Partner } from '../../src/config/partner-origins.ts';
import type { Variables } from '../../src/config/variables.ts';
import type { Language } from '../../src/contracts/language.ts';
import type { PrerenderedForms } from '../loader/show-form.ts';

/** Every constant that a build puts in the place of its name. Outside a bundle none exists, as `typeof` shows. */
declare global {
  // scripts/build/vite-plugins.ts
  /** The variables that the code of the bundle reads. */
  const __VARIABLES__: Variables | undefined;
  const __BRAND__: Brand | undefined;
  const __PARTNERS__: Partner[] | undefined;
  /** Whether the bundle is for development. A production bundle contains no loopback address. */
  const __DEVELOPMENT__: boolean | undefined;
  /** Whether `VITE_PORTAL_URL` is set, as in the package for partners. Others contain nothing of it. */
  const __FOR_ONE_PORTAL__: boolean | undefined;

  // elements/build/forms-vite-plugin.ts
  /** Identifies the markup of the forms. */
  const __FORMS_VERSION__: string | undefined;
  /** In a loader: the forms that it contains. */
  const __FORMS__: PrerenderedForms;
  /** In a loader: the files of the other forms. */
  const __OTHER_FORMS__: Readonly<Record<string, string>>;
  /** In a loader: the markup of the message for a file that could not be loaded, in each language. */
  const __LOAD_ERRORS__: Readonly<Record<Language, string>>;
  /** In a loader: the selector of every tag. */
  const __ANY_TAG__: string;
}
