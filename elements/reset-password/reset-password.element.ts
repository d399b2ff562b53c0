import { createElement } from 'react';
import { attributes, properties } from '../../src/contracts/tags/reset-password.ts';
import { ResetPassword } from '../../src/features/reset-password/reset-password.tsx';
import {
  createResetPasswordController,
  type ResetPasswordController,
} from '../../src/features/reset-password/reset-password-controller.ts';
import { createResetPasswordServices } from '../../src/features/reset-password/reset-password-services.ts';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { connectForm } from '../shared/definition.ts';
import { define } from '../shared/define.ts';
import type { FormDefinition } from '../shared/form-session.ts';
import { reactElement } from '../shared/react-element.ts';

/** The loader does not load this form, so its controller is not a separate file. */
const resetPasswordForm: FormDefinition<ResetPasswordController> = {
  tag: 'maths-reset-password',
  audience: 'parent',
  createController: (host, endpoints) => createResetPasswordController(createResetPasswordServices(endpoints), host),
};

/** `<maths-reset-password>`: sets a new password with the secret of a mailed link. See reset-password.md. */
const resetPasswordElement = (): CustomElementConstructor =>
  reactElement<ResetPasswordController>({
    tag: 'maths-reset-password',
    attributes,
    properties,
    namespace: 'reset-password',
    styles: [tokensCss, uiCss],
    connect: connectForm(resetPasswordForm),
    render: (view, controller) =>
      createElement(ResetPassword, {
        t: view.t,
        email: view.email,
        theme: view.theme,
        onReady: view.onReady,
        onAuthError: view.onAuthError,
        controller,
        signInUrl: view.link('/signin'),
        onViewChange: (shown) => view.setAttribute('mode', shown),
      }),
  });

define('maths-reset-password', resetPasswordElement);
