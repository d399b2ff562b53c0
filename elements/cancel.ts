import { createCancelController, createCancelServices } from '../src/features/cancel/controller.ts';
import { secretOfElement } from '../src/features/shared/element-context.ts';
import { featureElement } from './kit/feature-element.ts';

/** `<maths-cancel>`: ends a contract with its period, or by a withdrawal. See cancel.md. */
export const element = featureElement({
  name: 'cancel',
  createController: (context, endpoints, target) =>
    createCancelController(createCancelServices(endpoints), context, secretOfElement(target)),
  view: async () => (await import('../src/features/cancel/view.tsx')).Cancel,
});
