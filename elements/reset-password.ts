import {
  createResetPasswordController,
  createResetPasswordServices,
} from '../src/features/reset-password/controller.ts';
import { secretOfElement } from '../src/features/shared/element-context.ts';
import { featureElement } from './kit/feature-element.ts';

/** `<maths-reset-password>`: sets a new password with the secret of a mailed link. See reset-password.md. */
export const element = featureElement({
  name: 'reset-password',
  createController: (context, endpoints, target) =>
    createResetPasswordController(createResetPasswordServices(endpoints), context, secretOfElement(target)),
  view: async () => (await import('../src/features/reset-password/view.tsx')).ResetPassword,
});
