import { embedCode } from '../elements/build/embed-code.ts';
import type { Forms } from '../elements/build/forms.ts';

/** The code that the page "Form in the code" contains. */
export const demoEmbedCode = (portal: string, forms: Forms): string =>
  embedCode({ tag: 'maths-sign-up', frame: false, language: 'en', origin: 'demo', portal }, forms);
