import {
  createSignUpController,
  createSignUpServices,
  type SignUpController,
} from '../../src/features/sign-up/controller.ts';
import type { ControllerDefinition } from '../runtime/open-element.ts';
import { openEarly, openForm } from '../runtime/open-form.ts';

export const signUpForm: ControllerDefinition<SignUpController> = {
  audience: 'parent',
  createController: (element, endpoints) => createSignUpController(createSignUpServices(endpoints), element),
  openForm,
};

export const open = openEarly(signUpForm);
