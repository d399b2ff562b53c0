import { createDashboardController } from '../src/features/dashboard/controller.ts';
import { createDashboardServices } from '../src/features/dashboard/services.ts';
import { featureElement } from './kit/feature-element.ts';

/**
 * `<maths-dashboard>`: the parent's account, on the portal's own pages. See dashboard.md.
 * @csspart panel - A group of settings.
 * @csspart dialog - The dialog that asks before a deletion.
 * @csspart log-out - The row with the log-out button; hide it if the page has its own.
 */
export const element = featureElement({
  name: 'dashboard',
  createController: (context, endpoints, target) =>
    createDashboardController(createDashboardServices(endpoints), context, target),
  view: async () => (await import('../src/features/dashboard/view.tsx')).Dashboard,
});
