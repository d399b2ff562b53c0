import { createElement } from 'react';
import { paymentReturns } from '../../src/contracts/routes.ts';
import dashboardCss from '../../src/features/dashboard/dashboard.css?inline';
import { Dashboard } from '../../src/features/dashboard/dashboard.tsx';
import { createDashboardServices } from '../../src/features/dashboard/dashboard-services.ts';
import dialogCss from '../../src/ui/dialog.css?inline';
import skeletonCss from '../../src/ui/skeleton.css?inline';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { reactElement } from '../shared/react-element.ts';

/** `<maths-dashboard>`: the parent's account, on the portal's own pages. See dashboard.md. */
export const dashboardElement = (): CustomElementConstructor =>
  reactElement({
    tag: 'maths-dashboard',
    words: 'dashboard',
    styles: [tokensCss, uiCss, skeletonCss, dialogCss, dashboardCss],
    audience: 'parent',
    createServices: createDashboardServices,
    render: (view) =>
      createElement(Dashboard, {
        ...view,
        payment: paymentReturns.find((name) => name === view.attribute('payment')),
        confirmationUrl: view.link('/confirmation'),
        onSignedOut: () => view.emit('signed-out', {}),
        onAccountDeleted: () => view.emit('account-deleted', {}),
      }),
  });
