import { createElement } from 'react';
import signInCss from '../../src/features/sign-in/sign-in.css?inline';
import { SignIn } from '../../src/features/sign-in/sign-in.tsx';
import { createSignInServices, type SignInServices } from '../../src/features/sign-in/sign-in-services.ts';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import type { ElementDefinition } from '../shared/definition.ts';
import { reactElement } from '../shared/react-element.ts';

/** `<maths-sign-in>`: sign-in with the forgotten-password form. See sign-in.md. */
export const signInForm: ElementDefinition<SignInServices> = {
  tag: 'maths-sign-in',
  words: 'sign-in',
  styles: [tokensCss, uiCss, signInCss],
  audience: 'parent',
  createServices: createSignInServices,
  render: (view) =>
    createElement(SignIn, {
      ...view,
      signInUrl: view.link('/signin'),
      signUpUrl: view.link('/signup'),
      onFormChange: (form) => view.setAttribute('mode', form),
    }),
};

export const signInElement = (): CustomElementConstructor => reactElement(signInForm);
