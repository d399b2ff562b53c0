import confirmationCss from '../../src/features/confirmation/confirmation.css?inline';
import { Confirmation } from '../../src/features/confirmation/view.tsx';
import {
  type ConfirmationController,
  createConfirmationController,
  createConfirmationServices,
} from '../../src/features/confirmation/controller.ts';
import { defineElement } from '../runtime/react-element.ts';

/** `<maths-confirmation>`: shows the next steps after a purchase, on the portal's own page. See confirmation.md. */
defineElement<ConfirmationController>({
  name: 'confirmation',
  styles: [confirmationCss],
  audience: 'parent',
  createController: (element, endpoints) =>
    createConfirmationController(createConfirmationServices(endpoints), element),
  view: Confirmation,
});
