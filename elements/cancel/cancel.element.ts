import { createElement } from 'react';
import { attributes, properties } from '../../src/contracts/tags/cancel.ts';
import cancelCss from '../../src/features/cancel/cancel.css?inline';
import { Cancel } from '../../src/features/cancel/cancel.tsx';
import { type CancelServices, createCancelServices } from '../../src/features/cancel/cancel-services.ts';
import dangerButtonCss from '../../src/ui/danger-button.css?inline';
import skeletonCss from '../../src/ui/skeleton.css?inline';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { secretOf } from '../../src/features/shared/secret-of.ts';
import { useElement } from '../../src/features/shared/use-element.ts';
import { define } from '../shared/define.ts';
import { reactElement } from '../shared/react-element.ts';

/** `<maths-cancel>`: ends a contract with its period, or by a withdrawal. See cancel.md. */
const cancelElement = (): CustomElementConstructor =>
  reactElement<{ services: CancelServices; secret: string | null }>({
    tag: 'maths-cancel',
    attributes,
    properties,
    namespace: 'cancel',
    styles: [tokensCss, uiCss, dangerButtonCss, skeletonCss, cancelCss],
    audience: 'parent',
    createController: (_element, endpoints, target) => ({
      services: createCancelServices(endpoints),
      secret: secretOf(target),
    }),
    view: function View({ controller: { services, secret } }) {
      const { t, element, theme } = useElement();
      return createElement(Cancel, {
        t,
        language: t.language,
        theme,
        onReady: element.ready,
        onAuthError: element.failed,
        services,
        secret,
        onDeclared: (kind) => element.emit('declared', { kind }),
      });
    },
  });

define('maths-cancel', cancelElement);
