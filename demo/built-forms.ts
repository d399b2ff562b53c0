import type { Forms } from '../elements/forms.ts';

/** Put in by the build of this website. */
declare const __FORMS__: Forms;

/** What the portal's build rendered. */
export const forms: Forms = __FORMS__;
