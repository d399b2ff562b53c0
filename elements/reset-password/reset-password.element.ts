import { createElement } from 'react';
import { ResetPassword } from '../../src/features/reset-password/reset-password.tsx';
import { createResetPasswordServices } from '../../src/features/reset-password/reset-password-services.ts';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { reactElement } from '../shared/react-element.ts';

/** `<maths-reset-password>`: sets a new password with the secret of a mailed link. See reset-password.md. */
export const resetPasswordElement = (): CustomElementConstructor =>
  reactElement({
    tag: 'maths-reset-password',
    words: 'reset-password',
    styles: [tokensCss, uiCss],
    audience: 'parent',
    properties: ['secret'],
    createServices: createResetPasswordServices,
    render: (view) => {
      const secret = view.property('secret');
      return createElement(ResetPassword, {
        ...view,
        secret: typeof secret === 'string' ? secret : null,
        signInUrl: view.link('/signin'),
        onPasswordReset: () => view.emit('password-reset', {}),
      });
    },
  });
