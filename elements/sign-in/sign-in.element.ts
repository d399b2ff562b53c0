import signInCss from '../../src/features/sign-in/sign-in.css?inline';
import { SignIn } from '../../src/features/sign-in/view.tsx';
import type { SignInController } from '../../src/features/sign-in/controller.ts';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import type { ElementDefinition } from '../runtime/open-element.ts';
import { define } from '../runtime/custom-element.ts';
import { reactElement } from '../runtime/react-element.ts';
import { signInForm } from './sign-in.form.ts';

/** `<maths-sign-in>`: parent sign-in with the forgotten-password form. See sign-in.md. */
export const definition: ElementDefinition<SignInController> = {
  ...signInForm,
  tag: 'maths-sign-in',
  namespace: 'sign-in',
  styles: [tokensCss, uiCss, signInCss],
  view: SignIn,
};

define('maths-sign-in', () => reactElement(definition));
