import type { EventRow } from '../store/events.ts';
import { apiVersion } from '../version.ts';
import { unix } from './time.ts';

export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.trial_will_end',
  'invoice.created',
  'invoice.paid',
  'invoice.payment_failed',
  'refund.created',
] as const;

/** Returns an event. `pending` is the number of deliveries that the receiver has not accepted yet. */
export const eventObject = (event: EventRow, pending: number) => ({
  id: event.id,
  object: 'event',
  api_version: apiVersion,
  created: unix(event.created),
  data: { object: event.object, ...(event.previous !== null && { previous_attributes: event.previous }) },
  livemode: false,
  pending_webhooks: pending,
  request: { id: event.request, idempotency_key: event.idempotency_key },
  type: event.type,
});

export const webhookEndpointObject = (url: string, created: Date) => ({
  id: 'we_simulator',
  object: 'webhook_endpoint',
  api_version: apiVersion,
  application: null,
  created: unix(created),
  description: null,
  enabled_events: [...eventTypes],
  livemode: false,
  metadata: {},
  status: 'enabled',
  url,
});
