import confirmationCss from '../../src/features/confirmation/confirmation.css?inline';
import { Confirmation } from '../../src/features/confirmation/view.tsx';
import {
  type ConfirmationController,
  createConfirmationController,
  createConfirmationServices,
} from '../../src/features/confirmation/controller.ts';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { define } from '../runtime/custom-element.ts';
import { reactElement } from '../runtime/react-element.ts';

/** `<maths-confirmation>`: shows the next steps after a purchase, on the portal's own page. See confirmation.md. */
const confirmationElement = (): CustomElementConstructor =>
  reactElement<ConfirmationController>({
    tag: 'maths-confirmation',
    namespace: 'confirmation',
    styles: [tokensCss, uiCss, confirmationCss],
    audience: 'parent',
    createController: (element, endpoints) =>
      createConfirmationController(createConfirmationServices(endpoints), element),
    view: Confirmation,
  });

define('maths-confirmation', confirmationElement);
