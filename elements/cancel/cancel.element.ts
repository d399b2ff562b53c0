import cancelCss from '../../src/features/cancel/cancel.css?inline';
import { Cancel } from '../../src/features/cancel/view.tsx';
import {
  type CancelController,
  createCancelController,
  createCancelServices,
} from '../../src/features/cancel/controller.ts';
import { secretOf } from '../../src/features/shared/element-context.ts';
import skeletonCss from '../../src/ui/skeleton.css?inline';
import type { ElementDefinition } from '../runtime/open-element.ts';
import { defineElement } from '../runtime/react-element.ts';
import { cancelForm } from './cancel.form.ts';

/** `<maths-cancel>`: ends a contract with its period, or by a withdrawal. See cancel.md. */
export const definition: ElementDefinition<CancelController> = {
  ...cancelForm,
  createController: (element, endpoints, target) =>
    createCancelController(createCancelServices(endpoints), element, secretOf(target)),
  name: 'cancel',
  styles: [skeletonCss, cancelCss],
  view: Cancel,
};

defineElement(definition);
