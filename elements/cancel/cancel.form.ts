import {
  type CancelController,
  createCancelController,
  createCancelServices,
} from '../../src/features/cancel/controller.ts';
import type { ControllerDefinition } from '../runtime/open-element.ts';
import { openEarly, openForm } from '../runtime/open-form.ts';

/** A mailed link leads to the portal's own page, which loads the element. */
const noSecret = null;

export const cancelForm: ControllerDefinition<CancelController> = {
  audience: 'parent',
  createController: (element, endpoints) => createCancelController(createCancelServices(endpoints), element, noSecret),
  openForm,
};

export const open = openEarly(cancelForm);
