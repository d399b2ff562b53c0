import { createElement } from 'react';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { reactElement } from '../shared/react-element.ts';

/** `<maths-classroom>`: how a class is doing, on the portal’s own page. */
export const classroomElement = (): CustomElementConstructor =>
  reactElement({
    tag: 'maths-classroom',
    words: 'classroom',
    styles: [tokensCss, uiCss],
    audience: 'teacher',
    createServices: () => ({}),
    render: ({ t }) => createElement('p', { className: 'maths' }, t('heading')),
  });
