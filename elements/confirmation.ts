import { createConfirmationController, createConfirmationServices } from '../src/features/confirmation/controller.ts';
import { featureElement } from './kit/feature-element.ts';

/** `<maths-confirmation>`: shows the next steps after a purchase, on the portal's own page. See confirmation.md. */
export const element = featureElement({
  name: 'confirmation',
  createController: (context, endpoints) =>
    createConfirmationController(createConfirmationServices(endpoints), context),
  view: async () => (await import('../src/features/confirmation/view.tsx')).Confirmation,
});
