import signInCss from '../../src/features/sign-in/sign-in.css?inline';
import { SignIn } from '../../src/features/sign-in/view.tsx';
import type { SignInController } from '../../src/features/sign-in/controller.ts';
import type { ElementDefinition } from '../runtime/open-element.ts';
import { defineElement } from '../runtime/react-element.ts';
import { signInForm } from './sign-in.form.ts';

/** `<maths-sign-in>`: parent sign-in with the forgotten-password form. See sign-in.md. */
export const definition: ElementDefinition<SignInController> = {
  ...signInForm,
  name: 'sign-in',
  styles: [signInCss],
  view: SignIn,
};

defineElement(definition);
