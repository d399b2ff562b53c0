import { createElement } from 'react';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { reactElement } from '../shared/react-element.ts';

/** `<maths-teacher-sign-up>`: a teacher opens a class, or changes the one there is. */
export const teacherSignUpElement = (): CustomElementConstructor =>
  reactElement({
    tag: 'maths-teacher-sign-up',
    words: 'teacher-sign-up',
    styles: [tokensCss, uiCss],
    audience: 'teacher',
    createServices: () => ({}),
    render: ({ t }) => createElement('p', { className: 'maths' }, t('heading')),
  });
