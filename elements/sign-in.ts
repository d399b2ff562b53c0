import { createSignInController, createSignInServices } from '../src/features/sign-in/controller.ts';
import { featureElement } from './kit/feature-element.ts';

/** `<maths-sign-in>`: parent sign-in with the forgotten-password form. See sign-in.md. */
export const element = featureElement({
  name: 'sign-in',
  createController: (context, endpoints) => createSignInController(createSignInServices(endpoints), context),
  view: async () => (await import('../src/features/sign-in/view.tsx')).SignIn,
});
