import {
  createSignInController,
  createSignInServices,
  type SignInController,
} from '../../src/features/sign-in/controller.ts';
import type { ControllerDefinition } from '../runtime/open-element.ts';
import { openEarly, openForm } from '../runtime/open-form.ts';

export const signInForm: ControllerDefinition<SignInController> = {
  audience: 'parent',
  createController: (element, endpoints) => createSignInController(createSignInServices(endpoints), element),
  openForm,
};

export const open = openEarly(signInForm);
