import {
  createLevelsController,
  createLevelsServices,
  type LevelsController,
} from '../../src/features/levels/controller.ts';
import levelsCss from '../../src/features/levels/levels.css?inline';
import { Levels } from '../../src/features/levels/view.tsx';
import { defineElement } from '../runtime/react-element.ts';

/** `<maths-levels>`: downloads levels that players created, from a list of their names. See levels.md. */
defineElement<LevelsController>({
  name: 'levels',
  styles: [levelsCss],
  audience: 'parent',
  createController: (_element, endpoints) => createLevelsController(createLevelsServices(endpoints)),
  view: Levels,
});
