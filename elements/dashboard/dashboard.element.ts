import dashboardCss from '../../src/features/dashboard/dashboard.css?inline';
import { Dashboard } from '../../src/features/dashboard/view.tsx';
import { createDashboardController, type DashboardController } from '../../src/features/dashboard/controller.ts';
import { createDashboardServices } from '../../src/features/dashboard/services.ts';
import dialogCss from '../../src/ui/dialog.css?inline';
import skeletonCss from '../../src/ui/skeleton.css?inline';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { define } from '../runtime/custom-element.ts';
import { reactElement } from '../runtime/react-element.ts';

/**
 * `<maths-dashboard>`: the parent's account, on the portal's own pages. See dashboard.md.
 * @csspart panel - A group of settings.
 * @csspart dialog - The dialog that asks before a deletion.
 * @csspart log-out - The row with the log-out button; hide it if the page has its own.
 */
const dashboardElement = (): CustomElementConstructor =>
  reactElement<DashboardController>({
    tag: 'maths-dashboard',
    namespace: 'dashboard',
    styles: [tokensCss, uiCss, skeletonCss, dialogCss, dashboardCss],
    audience: 'parent',
    createController: (element, endpoints, target) =>
      createDashboardController(createDashboardServices(endpoints), element, target),
    view: Dashboard,
  });

define('maths-dashboard', dashboardElement);
