import { createElement } from 'react';
import { attributes } from '../../src/contracts/tags/confirmation.ts';
import type { RoutePath } from '../../src/contracts/routes.ts';
import confirmationCss from '../../src/features/confirmation/confirmation.css?inline';
import { Confirmation } from '../../src/features/confirmation/confirmation.tsx';
import {
  createConfirmationServices,
  type ConfirmationServices,
} from '../../src/features/confirmation/confirmation-services.ts';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { useElement } from '../../src/features/shared/use-element.ts';
import { define } from '../shared/define.ts';
import { reactElement } from '../shared/react-element.ts';

// The path is a literal, because importing the route table would add it to every element's file.
const ownPath: RoutePath = '/confirmation';

/** `<maths-confirmation>`: shows the next steps after a purchase, on the portal's own page. See confirmation.md. */
const confirmationElement = (): CustomElementConstructor =>
  reactElement<ConfirmationServices>({
    tag: 'maths-confirmation',
    attributes,
    namespace: 'confirmation',
    styles: [tokensCss, uiCss, confirmationCss],
    audience: 'parent',
    createController: (_element, endpoints) => createConfirmationServices(endpoints),
    view: function View({ controller: services }) {
      const { t, element, link, theme } = useElement();
      return createElement(Confirmation, {
        t,
        language: t.language,
        theme,
        onReady: element.ready,
        onMembership: (membership) => element.emit('membership-checked', membership),
        services,
        checkout: element.attribute('checkout'),
        signInUrl: link('/signin'),
        // The link is short, because a short code has fewer and larger squares. It contains no personal data.
        pageUrl: `${element.portal}${ownPath}?lang=${t.language}`,
      });
    },
  });

define('maths-confirmation', confirmationElement);
