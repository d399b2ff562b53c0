import { createSignUpController, createSignUpServices } from '../src/features/sign-up/controller.ts';
import { featureElement } from './kit/feature-element.ts';

/** `<maths-sign-up>`: parent sign-up. See sign-up.md. */
export const element = featureElement({
  name: 'sign-up',
  createController: (context, endpoints) => createSignUpController(createSignUpServices(endpoints), context),
  view: async () => (await import('../src/features/sign-up/view.tsx')).SignUp,
});
