import { ResetPassword } from '../../src/features/reset-password/view.tsx';
import {
  createResetPasswordController,
  createResetPasswordServices,
  type ResetPasswordController,
} from '../../src/features/reset-password/controller.ts';
import { secretOf } from '../../src/features/shared/element-context.ts';
import { openForm } from '../runtime/open-form.ts';
import { defineElement } from '../runtime/react-element.ts';

/** `<maths-reset-password>`: sets a new password with the secret of a mailed link. See reset-password.md. */
defineElement<ResetPasswordController>({
  name: 'reset-password',
  styles: [],
  audience: 'parent',
  createController: (element, endpoints, target) =>
    createResetPasswordController(createResetPasswordServices(endpoints), element, secretOf(target)),
  openForm,
  view: ResetPassword,
});
