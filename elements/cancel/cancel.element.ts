import { createElement } from 'react';
import { attributes, properties } from '../../src/contracts/tags/cancel.ts';
import cancelCss from '../../src/features/cancel/cancel.css?inline';
import { Cancel } from '../../src/features/cancel/cancel.tsx';
import { type CancelServices, createCancelServices } from '../../src/features/cancel/cancel-services.ts';
import dangerButtonCss from '../../src/ui/danger-button.css?inline';
import skeletonCss from '../../src/ui/skeleton.css?inline';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { connectServices } from '../shared/connect-services.ts';
import { define } from '../shared/define.ts';
import { reactElement } from '../shared/react-element.ts';

/** `<maths-cancel>`: ends a contract with its period, or by a withdrawal. See cancel.md. */
const cancelElement = (): CustomElementConstructor =>
  reactElement<CancelServices>({
    tag: 'maths-cancel',
    attributes,
    properties,
    namespace: 'cancel',
    styles: [tokensCss, uiCss, dangerButtonCss, skeletonCss, cancelCss],
    connect: connectServices('parent', createCancelServices),
    render: (view, services) => {
      const secret = view.property('secret');
      return createElement(Cancel, {
        t: view.t,
        language: view.language,
        theme: view.theme,
        onReady: view.onReady,
        onAuthError: view.onAuthError,
        services,
        secret: typeof secret === 'string' ? secret : null,
        onDeclared: (kind) => view.emit('declared', { kind }),
      });
    },
  });

define('maths-cancel', cancelElement);
