import type Stripe from 'stripe';
import { z } from 'zod';
import { reference } from './stripe-shapes.ts';
import type { StripeEvent } from './stripe-gateway.ts';

/** Seconds. */
const tolerance = 300;

const eventShape = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({ object: z.looseObject({ id: z.string().optional(), customer: reference.nullish() }) }),
});

/** The events after which somebody's subscription may be another. The rest is taken and changes nothing. */
const aboutCustomer = /^(customer\.subscription\.\w+|checkout\.session\.completed|invoice\.(paid|payment_failed))$/;

/**
 * Stripe's signature over the body as it came, by any of the secrets and not older than five minutes.
 * @returns null for a forgery, a replay, a body that was serialised anew, or what is no event.
 */
export const createEventOf =
  (webhooks: Stripe['webhooks'], secrets: readonly string[], now: () => number) =>
  (rawBody: Buffer, signature: string): StripeEvent | null => {
    const verified = (secret: string): unknown => {
      try {
        return webhooks.constructEvent(rawBody, signature, secret, tolerance, undefined, now());
      } catch {
        return null;
      }
    };
    const event = eventShape.safeParse(secrets.map(verified).find((candidate) => candidate !== null));
    if (!event.success) return null;
    const { id, type, livemode, data } = event.data;
    if (type === 'customer.deleted') return { id, type, livemode, customerId: data.object.id ?? null };
    return { id, type, livemode, customerId: aboutCustomer.test(type) ? (data.object.customer ?? null) : null };
  };
