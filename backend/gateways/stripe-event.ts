import type Stripe from 'stripe';
import { z } from 'zod';
import { reference } from './stripe-gateway.ts';

/** The largest difference, in seconds, between our clock and the time of a signature, in both directions. */
const tolerance = 300;

/** A signature from the future would be valid until then, and a time that is not a number forever. */
const isNear = (signature: string, now: number): boolean => {
  const [time, ...others] = signature.match(/(?<=(^|,)\s*t=)[^,]*/g) ?? [];
  return others.length === 0 && Math.abs(now - Number(time) * 1_000) <= tolerance * 1_000;
};

/** Keeps the SDK from comparing the signature's time with its own clock. */
const ageIsChecked = 0;

/** Types of events that may change a subscription. Other events are accepted and ignored. */
const aboutCustomer = /^(customer\.subscription\.\w+|checkout\.session\.completed|invoice\.(paid|payment_failed))$/;

/** Types of events about a refund, which name no customer (https://docs.stripe.com/api/events/types). */
const aboutRefund = /^refund\.(created|updated|failed)$/;

const eventShape = z
  .object({
    id: z.string().min(1).max(255),
    type: z.string(),
    livemode: z.boolean(),
    created: z.number().int().min(0).max(8.64e12),
    data: z.object({ object: z.looseObject({ id: z.string().optional(), customer: reference.nullish() }) }),
  })
  .transform(({ id, type, livemode, created, data: { object } }) => ({
    id,
    type,
    livemode,
    customerId: (type === 'customer.deleted' ? object.id : aboutCustomer.test(type) && object.customer) || null,
    refundId: (aboutRefund.test(type) && object.id) || null,
    /** When it happened at Stripe. */
    createdAt: new Date(created * 1_000),
  }));
/**
 * A verified event, which only names the customer or the refund to reread. Its data may not be the newest, so it is not
 * used.
 */
export type StripeEvent = z.output<typeof eventShape>;

/**
 * Verifies the signature over the unparsed body, by any of the secrets, at most five minutes from now.
 * @returns null for a forgery, a replay, a re-serialised body, or a body that is not an event.
 */
export const createEventOf =
  (webhooks: Stripe['webhooks'], secrets: readonly string[], now: () => number) =>
  (rawBody: Buffer, signature: string): StripeEvent | null => {
    if (!isNear(signature, now())) return null;
    const verified = (secret: string): unknown => {
      try {
        return webhooks.constructEvent(rawBody, signature, secret, ageIsChecked);
      } catch {
        return null;
      }
    };
    return eventShape.safeParse(secrets.map(verified).find((event) => event !== null)).data ?? null;
  };
