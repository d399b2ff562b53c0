import { attributes } from '../../src/contracts/tags/levels.ts';
import listCss from '../../src/features/levels/level-list.css?inline';
import levelsCss from '../../src/features/levels/levels.css?inline';
import { Levels } from '../../src/features/levels/levels.tsx';
import { createLevelsController, type LevelsController } from '../../src/features/levels/levels-controller.ts';
import { createLevelsServices } from '../../src/features/levels/levels-services.ts';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { define } from '../runtime/define.ts';
import { reactElement } from '../runtime/react-element.ts';

/** `<maths-levels>`: downloads levels that players created, from a list of their names. See levels.md. */
const levelsElement = (): CustomElementConstructor =>
  reactElement<LevelsController>({
    tag: 'maths-levels',
    attributes,
    namespace: 'levels',
    styles: [tokensCss, uiCss, levelsCss, listCss],
    audience: 'parent',
    createController: (_element, endpoints) => createLevelsController(createLevelsServices(endpoints)),
    view: Levels,
  });

define('maths-levels', levelsElement);
