import { isDeepStrictEqual } from 'node:util';
import { newId } from '../ids.ts';
import { unix } from '../time.ts';
import { apiVersion } from '../version.ts';

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
export type EventType = (typeof eventTypes)[number];

/** The API call that caused an event. */
export type Origin = { request: string | null; idempotencyKey: string | null };

/** Returns the old values of the fields that changed. */
const previousAttributes = (before: object, after: object): object =>
  Object.fromEntries(
    Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, Reflect.get(after, name))),
  );

type Change = { type: EventType; created: Date; object: object; before: object | undefined; origin: Origin };

/** Returns an event. It contains the state of the object when the event was created. */
export const newEvent = ({ type, created, object, before, origin }: Change) => ({
  id: newId('evt'),
  object: 'event' as const,
  api_version: apiVersion,
  created: unix(created),
  data: { object, ...(before !== undefined && { previous_attributes: previousAttributes(before, object) }) },
  livemode: false,
  request: { id: origin.request, idempotency_key: origin.idempotencyKey },
  type,
});
export type Event = ReturnType<typeof newEvent>;
