import signUpCss from '../../src/features/sign-up/sign-up.css?inline';
import { SignUp } from '../../src/features/sign-up/view.tsx';
import type { SignUpController } from '../../src/features/sign-up/controller.ts';
import type { ElementDefinition } from '../runtime/open-element.ts';
import { defineElement } from '../runtime/react-element.ts';
import { signUpForm } from './sign-up.form.ts';

/** `<maths-sign-up>`: parent sign-up. See sign-up.md. */
export const definition: ElementDefinition<SignUpController> = {
  ...signUpForm,
  name: 'sign-up',
  styles: [signUpCss],
  view: SignUp,
};

defineElement(definition);
