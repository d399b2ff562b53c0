import { createElement } from 'react';
import { attributes } from '../../src/contracts/tags/dashboard.ts';
import { paymentReturns } from '../../src/contracts/routes.ts';
import dashboardCss from '../../src/features/dashboard/dashboard.css?inline';
import { Dashboard } from '../../src/features/dashboard/dashboard.tsx';
import { createDashboardServices, type DashboardServices } from '../../src/features/dashboard/dashboard-services.ts';
import dangerButtonCss from '../../src/ui/danger-button.css?inline';
import dialogCss from '../../src/ui/dialog.css?inline';
import skeletonCss from '../../src/ui/skeleton.css?inline';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { useElement } from '../../src/features/shared/use-element.ts';
import { define } from '../shared/define.ts';
import { reactElement } from '../shared/react-element.ts';

type DashboardModel = { services: DashboardServices; host: EventTarget };

/**
 * `<maths-dashboard>`: the parent's account, on the portal's own pages. See dashboard.md.
 * @csspart panel - A group of settings.
 * @csspart dialog - The dialog that asks before a deletion.
 * @csspart log-out - The row with the log-out button; hide it if the page has its own.
 */
const dashboardElement = (): CustomElementConstructor =>
  reactElement<DashboardModel>({
    tag: 'maths-dashboard',
    attributes,
    namespace: 'dashboard',
    styles: [tokensCss, uiCss, skeletonCss, dangerButtonCss, dialogCss, dashboardCss],
    audience: 'parent',
    createController: (_element, endpoints, host) => ({ services: createDashboardServices(endpoints), host }),
    view: function View({ controller: { services, host } }) {
      const { t, element, link, theme } = useElement();
      return createElement(Dashboard, {
        t,
        language: t.language,
        coupon: element.attribute('coupon'),
        theme,
        onReady: element.ready,
        onAuthError: element.failed,
        services,
        host,
        payment: paymentReturns.find((name) => name === element.attribute('payment')),
        confirmationUrl: link('/confirmation'),
        onSignedOut: (reason) => element.emit('signed-out', { reason }),
        onAccountDeleted: () => element.emit('account-deleted', {}),
      });
    },
  });

define('maths-dashboard', dashboardElement);
