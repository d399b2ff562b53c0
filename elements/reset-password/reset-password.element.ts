import { ResetPassword } from '../../src/features/reset-password/view.tsx';
import {
  createResetPasswordController,
  createResetPasswordServices,
  type ResetPasswordController,
} from '../../src/features/reset-password/controller.ts';
import { secretOf } from '../../src/features/shared/element-context.ts';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { define } from '../runtime/custom-element.ts';
import { openForm } from '../runtime/open-form.ts';
import { reactElement } from '../runtime/react-element.ts';

/** `<maths-reset-password>`: sets a new password with the secret of a mailed link. See reset-password.md. */
const resetPasswordElement = (): CustomElementConstructor =>
  reactElement<ResetPasswordController>({
    tag: 'maths-reset-password',
    namespace: 'reset-password',
    styles: [tokensCss, uiCss],
    audience: 'parent',
    createController: (element, endpoints, target) =>
      createResetPasswordController(createResetPasswordServices(endpoints), element, secretOf(target)),
    openForm,
    view: ResetPassword,
  });

define('maths-reset-password', resetPasswordElement);
