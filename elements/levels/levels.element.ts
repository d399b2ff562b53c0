import {
  createLevelsController,
  createLevelsServices,
  type LevelsController,
} from '../../src/features/levels/controller.ts';
import levelsCss from '../../src/features/levels/levels.css?inline';
import { Levels } from '../../src/features/levels/view.tsx';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { define } from '../runtime/custom-element.ts';
import { reactElement } from '../runtime/react-element.ts';

/** `<maths-levels>`: downloads levels that players created, from a list of their names. See levels.md. */
const levelsElement = (): CustomElementConstructor =>
  reactElement<LevelsController>({
    tag: 'maths-levels',
    namespace: 'levels',
    styles: [tokensCss, uiCss, levelsCss],
    audience: 'parent',
    createController: (_element, endpoints) => createLevelsController(createLevelsServices(endpoints)),
    view: Levels,
  });

define('maths-levels', levelsElement);
