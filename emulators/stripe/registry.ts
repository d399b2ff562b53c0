import type { Endpoint } from './endpoint.ts';
import { billingPortal } from './routes/billing-portal.ts';
import { catalog } from './routes/catalog.ts';
import { checkoutSessions } from './routes/checkout-sessions.ts';
import { customers } from './routes/customers.ts';
import { events } from './routes/events.ts';
import { invoices } from './routes/invoices.ts';
import { refunds } from './routes/refunds.ts';
import { subscriptions } from './routes/subscriptions.ts';

/** Returns all endpoints of the API. */
export const endpointsFor = (webhookUrl: string): readonly Endpoint[] => [
  ...customers,
  ...checkoutSessions,
  ...billingPortal,
  ...subscriptions,
  ...catalog,
  ...invoices,
  ...refunds,
  ...events(webhookUrl),
];
