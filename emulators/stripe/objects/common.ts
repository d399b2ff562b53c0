import { randomBytes } from 'node:crypto';

/** Creates an id such as `cus_…`, with the type as its prefix, as Stripe does. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Creates an id for a page's address. It cannot be guessed, because everyone who has it can open the page. */
export const newPageId = (prefix: string): string => `${prefix}_test_${randomBytes(24).toString('hex')}`;

/** Returns a date in Stripe's format: whole seconds since 1970. */
export const unix = (date: Date): number => Math.floor(date.getTime() / 1_000);
export const unixOrNull = (date: Date | null): number | null => (date === null ? null : unix(date));
export const dateOf = (seconds: number): Date => new Date(seconds * 1_000);

/** Returns the first value of a field, typed with the values that it gets later. */
export const initially = <T>(value: T): T => value;

/** The only supported API version. A test checks that it is the version of the `stripe` package. */
export const apiVersion = '2026-10-28.endive';

/** A stored object: what Stripe returns, what only the simulator remembers, and the time of the next change. */
export type Stored<StripeObject, Hidden = object> = { object: StripeObject; hidden: Hidden; due_at: Date | null };

export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.created',
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

type Change = { type: EventType; created: Date; object: object };

/** Returns an event. It contains the state of the object when the event was created. */
export const newEvent = ({ type, created, object }: Change) => ({
  id: newId('evt'),
  object: 'event' as const,
  api_version: apiVersion,
  created: unix(created),
  data: { object },
  livemode: false,
  type,
});
export type Event = ReturnType<typeof newEvent>;
