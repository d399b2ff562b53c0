import dashboardCss from '../../src/features/dashboard/dashboard.css?inline';
import { Dashboard } from '../../src/features/dashboard/view.tsx';
import { createDashboardController, type DashboardController } from '../../src/features/dashboard/controller.ts';
import { createDashboardServices } from '../../src/features/dashboard/services.ts';
import dialogCss from '../../src/ui/dialog.css?inline';
import skeletonCss from '../../src/ui/skeleton.css?inline';
import { defineElement } from '../runtime/react-element.ts';

/**
 * `<maths-dashboard>`: the parent's account, on the portal's own pages. See dashboard.md.
 * @csspart panel - A group of settings.
 * @csspart dialog - The dialog that asks before a deletion.
 * @csspart log-out - The row with the log-out button; hide it if the page has its own.
 */
defineElement<DashboardController>({
  name: 'dashboard',
  styles: [skeletonCss, dialogCss, dashboardCss],
  audience: 'parent',
  createController: (element, endpoints, target) =>
    createDashboardController(createDashboardServices(endpoints), element, target),
  view: Dashboard,
});
