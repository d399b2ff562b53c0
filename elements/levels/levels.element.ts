import { createElement } from 'react';
import { attributes } from '../../src/contracts/tags/levels.ts';
import listCss from '../../src/features/levels/level-list.css?inline';
import levelsCss from '../../src/features/levels/levels.css?inline';
import { Levels } from '../../src/features/levels/levels.tsx';
import { createLevelsServices, type LevelsServices } from '../../src/features/levels/levels-services.ts';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { connectServices } from '../shared/connect-services.ts';
import { define } from '../shared/define.ts';
import { reactElement } from '../shared/react-element.ts';

/** `<maths-levels>`: downloads levels that players created, from a list of their names. See levels.md. */
const levelsElement = (): CustomElementConstructor =>
  reactElement<LevelsServices>({
    tag: 'maths-levels',
    attributes,
    namespace: 'levels',
    styles: [tokensCss, uiCss, levelsCss, listCss],
    connect: connectServices('parent', createLevelsServices),
    render: (view, services) =>
      createElement(Levels, {
        t: view.t,
        language: view.language,
        theme: view.theme,
        onReady: view.onReady,
        onAuthError: view.onAuthError,
        services,
      }),
  });

define('maths-levels', levelsElement);
