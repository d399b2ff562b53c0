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
import { connectServices } from '../shared/connect-services.ts';
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
    connect: connectServices('parent', createConfirmationServices),
    render: (view, services) =>
      createElement(Confirmation, {
        t: view.t,
        language: view.language,
        theme: view.theme,
        onReady: view.onReady,
        onMembership: (membership) => view.emit('membership-checked', membership),
        services,
        checkout: view.attribute('checkout'),
        signInUrl: view.link('/signin'),
        // The link is short, because a short code has fewer and larger squares. It contains no personal data.
        pageUrl: `${view.portal}${ownPath}?lang=${view.language}`,
      }),
  });

define('maths-confirmation', confirmationElement);
