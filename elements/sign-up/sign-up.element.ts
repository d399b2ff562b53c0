import { createElement } from 'react';
import signUpCss from '../../src/features/sign-up/sign-up.css?inline';
import { SignUp } from '../../src/features/sign-up/sign-up.tsx';
import { createSignUpServices, type SignUpServices } from '../../src/features/sign-up/sign-up-services.ts';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import type { ElementDefinition } from '../shared/definition.ts';
import { reactElement } from '../shared/react-element.ts';

/** `<maths-sign-up>`: parent sign-up. See sign-up.md. */
export const signUpForm: ElementDefinition<SignUpServices> = {
  tag: 'maths-sign-up',
  words: 'sign-up',
  styles: [tokensCss, uiCss, signUpCss],
  audience: 'parent',
  createServices: createSignUpServices,
  render: (view) =>
    createElement(SignUp, { ...view, signInUrl: view.link('/signin'), dashboardUrl: view.link('/dashboard') }),
};

export const signUpElement = (): CustomElementConstructor => reactElement(signUpForm);
