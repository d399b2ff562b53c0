import type Stripe from 'stripe';
import { z } from 'zod';
import { reference } from './stripe-shapes.ts';
import type { StripeEvent } from './stripe-gateway.ts';

/** The largest difference, in seconds, between our clock and the time of a signature, in both directions. */
const tolerance = 300;

/**
 * Returns the time in a signature header `t=<unix seconds>,…` as text, or null when it is not a single number near now.
 * A signature from the future would otherwise be valid until then, and a time that is not a number forever.
 */
const signatureTime = (header: string, now: number): string | null => {
  const [time, ...others] = header
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field.startsWith('t='))
    .map((field) => field.slice(2));
  if (time === undefined || others.length > 0 || !/^\d{1,12}$/.test(time)) return null;
  return Math.abs(now - Number(time) * 1_000) <= tolerance * 1_000 ? time : null;
};

/** Tells the SDK not to compare the signature's time with its own clock. */
const ageIsChecked = 0;

const eventShape = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  livemode: z.boolean(),
  created: z.number().int().min(0).max(8.64e12),
  data: z.object({ object: z.looseObject({ id: z.string().optional(), customer: reference.nullish() }) }),
});

/** Types of events that may change a subscription. Other events are accepted and ignored. */
const aboutCustomer = /^(customer\.subscription\.\w+|checkout\.session\.completed|invoice\.(paid|payment_failed))$/;

/**
 * Creates the verification of Stripe's signature over the unparsed body, by any of the secrets and at most five minutes
 * from now. The SDK checks only that it is not too old.
 * @returns null for a forgery, a replay, a re-serialised body, or a body that is not an event.
 */
export const createEventOf =
  (webhooks: Stripe['webhooks'], secrets: readonly string[], now: () => number) =>
  (rawBody: Buffer, signature: string): StripeEvent | null => {
    if (signatureTime(signature, now()) === null) return null;
    const verified = (secret: string): unknown => {
      try {
        return webhooks.constructEvent(rawBody, signature, secret, ageIsChecked);
      } catch {
        return null;
      }
    };
    const event = eventShape.safeParse(secrets.map(verified).find((candidate) => candidate !== null));
    if (!event.success) return null;
    const { id, type, livemode, created, data } = event.data;
    const happened = { id, type, livemode, createdAt: new Date(created * 1_000) };
    if (type === 'customer.deleted') return { ...happened, customerId: data.object.id ?? null };
    return { ...happened, customerId: aboutCustomer.test(type) ? (data.object.customer ?? null) : null };
  };
