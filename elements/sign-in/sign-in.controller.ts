import { createSignInController, type SignInController } from '../../src/features/sign-in/sign-in-controller.ts';
import { createSignInServices } from '../../src/features/sign-in/sign-in-services.ts';
import { type FormDefinition, openEarly } from '../shared/form-session.ts';

export const signInForm: FormDefinition<SignInController> = {
  tag: 'maths-sign-in',
  audience: 'parent',
  createController: (host, endpoints) => createSignInController(createSignInServices(endpoints), host),
};

export const open = openEarly(signInForm);
