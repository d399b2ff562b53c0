import {
  createResetPasswordController,
  type ResetPasswordController,
} from '../../src/features/reset-password/reset-password-controller.ts';
import { createResetPasswordServices } from '../../src/features/reset-password/reset-password-services.ts';
import type { FormDefinition } from '../shared/form-session.ts';

export const resetPasswordForm: FormDefinition<ResetPasswordController> = {
  tag: 'maths-reset-password',
  audience: 'parent',
  createController: (host, endpoints) => createResetPasswordController(createResetPasswordServices(endpoints), host),
};
