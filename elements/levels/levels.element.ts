import { createElement } from 'react';
import { attributes } from '../../src/contracts/tags/levels.ts';
import listCss from '../../src/features/levels/level-list.css?inline';
import levelsCss from '../../src/features/levels/levels.css?inline';
import { Levels } from '../../src/features/levels/levels.tsx';
import { createLevelsServices, type LevelsServices } from '../../src/features/levels/levels-services.ts';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { useElement } from '../../src/features/shared/use-element.ts';
import { define } from '../shared/define.ts';
import { reactElement } from '../shared/react-element.ts';

/** `<maths-levels>`: downloads levels that players created, from a list of their names. See levels.md. */
const levelsElement = (): CustomElementConstructor =>
  reactElement<LevelsServices>({
    tag: 'maths-levels',
    attributes,
    namespace: 'levels',
    styles: [tokensCss, uiCss, levelsCss, listCss],
    audience: 'parent',
    createController: (_element, endpoints) => createLevelsServices(endpoints),
    view: function View({ controller: services }) {
      const { t, element, theme } = useElement();
      return createElement(Levels, {
        t,
        language: t.language,
        theme,
        onReady: element.ready,
        onAuthError: element.failed,
        services,
      });
    },
  });

define('maths-levels', levelsElement);
