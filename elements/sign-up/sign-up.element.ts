import { createElement } from 'react';
import { attributes } from '../../src/contracts/tags/sign-up.ts';
import { createLegalLinks } from '../../src/config/legal-links.ts';
import signUpCss from '../../src/features/sign-up/sign-up.css?inline';
import { SignUp } from '../../src/features/sign-up/sign-up.tsx';
import type { SignUpController } from '../../src/features/sign-up/sign-up-controller.ts';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { connectForm, type ElementDefinition } from '../shared/definition.ts';
import { define } from '../shared/define.ts';
import { reactElement } from '../shared/react-element.ts';
import { signUpForm } from './sign-up.controller.ts';

const legalLinks = createLegalLinks();

/** `<maths-sign-up>`: parent sign-up. See sign-up.md. */
export const signUpView: ElementDefinition<SignUpController> = {
  tag: 'maths-sign-up',
  attributes,
  namespace: 'sign-up',
  styles: [tokensCss, uiCss, signUpCss],
  connect: connectForm(signUpForm),
  render: (view, controller) =>
    createElement(SignUp, {
      t: view.t,
      mode: view.mode,
      email: view.email,
      theme: view.theme,
      onReady: view.onReady,
      onAuthError: view.onAuthError,
      controller,
      signInUrl: view.link('/signin'),
      dashboardUrl: view.link('/dashboard'),
      termsUrl: legalLinks.terms ?? view.link('/terms'),
      privacyUrl: legalLinks.privacy ?? view.link('/privacy'),
    }),
};

define('maths-sign-up', () => reactElement(signUpView));
