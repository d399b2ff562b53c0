import { createElement } from 'react';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { reactElement } from '../shared/react-element.ts';

/** `<maths-classroom-update>`: applies what a teacher asked for, with the secret of a mailed link. */
export const classroomUpdateElement = (): CustomElementConstructor =>
  reactElement({
    tag: 'maths-classroom-update',
    words: 'classroom-update',
    styles: [tokensCss, uiCss],
    audience: 'teacher',
    properties: ['secret'],
    createServices: () => ({}),
    render: ({ t }) => createElement('p', { className: 'maths' }, t('heading')),
  });
