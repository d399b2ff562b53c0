import type { Forms } from '../elements/build/forms.ts';

/** The build of this website inserts this value. */
declare const __FORMS__: Forms;

/** The forms that the portal's build rendered. */
export const forms: Forms = __FORMS__;
