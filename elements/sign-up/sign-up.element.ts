import signUpCss from '../../src/features/sign-up/sign-up.css?inline';
import { SignUp } from '../../src/features/sign-up/view.tsx';
import type { SignUpController } from '../../src/features/sign-up/controller.ts';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import type { ElementDefinition } from '../runtime/open-element.ts';
import { define } from '../runtime/custom-element.ts';
import { reactElement } from '../runtime/react-element.ts';
import { signUpForm } from './sign-up.form.ts';

/** `<maths-sign-up>`: parent sign-up. See sign-up.md. */
export const definition: ElementDefinition<SignUpController> = {
  ...signUpForm,
  tag: 'maths-sign-up',
  namespace: 'sign-up',
  styles: [tokensCss, uiCss, signUpCss],
  view: SignUp,
};

define('maths-sign-up', () => reactElement(definition));
