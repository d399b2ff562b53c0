import cancelCss from '../../src/features/cancel/cancel.css?inline';
import { Cancel } from '../../src/features/cancel/view.tsx';
import {
  type CancelController,
  createCancelController,
  createCancelServices,
} from '../../src/features/cancel/controller.ts';
import { secretOf } from '../../src/features/shared/element-context.ts';
import skeletonCss from '../../src/ui/skeleton.css?inline';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import type { ElementDefinition } from '../runtime/open-element.ts';
import { define } from '../runtime/custom-element.ts';
import { reactElement } from '../runtime/react-element.ts';
import { cancelForm } from './cancel.form.ts';

/** `<maths-cancel>`: ends a contract with its period, or by a withdrawal. See cancel.md. */
export const definition: ElementDefinition<CancelController> = {
  ...cancelForm,
  createController: (element, endpoints, target) =>
    createCancelController(createCancelServices(endpoints), element, secretOf(target)),
  tag: 'maths-cancel',
  namespace: 'cancel',
  styles: [tokensCss, uiCss, skeletonCss, cancelCss],
  view: Cancel,
};

define('maths-cancel', () => reactElement(definition));
