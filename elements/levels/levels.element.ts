import { createElement } from 'react';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { reactElement } from '../shared/react-element.ts';

/** `<maths-levels>`: downloads levels that players made, by a list of their names. */
export const levelsElement = (): CustomElementConstructor =>
  reactElement({
    tag: 'maths-levels',
    words: 'levels',
    styles: [tokensCss, uiCss],
    audience: 'parent',
    createServices: () => ({}),
    render: ({ t }) => createElement('p', { className: 'maths' }, t('file.label')),
  });
