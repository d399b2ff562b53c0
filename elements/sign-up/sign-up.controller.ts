import { createSignUpController, type SignUpController } from '../../src/features/sign-up/sign-up-controller.ts';
import { createSignUpServices } from '../../src/features/sign-up/sign-up-services.ts';
import { type FormDefinition, openEarly } from '../shared/form-session.ts';

export const signUpForm: FormDefinition<SignUpController> = {
  tag: 'maths-sign-up',
  audience: 'parent',
  createController: (host, endpoints) => createSignUpController(createSignUpServices(endpoints), host),
};

export const open = openEarly(signUpForm);
