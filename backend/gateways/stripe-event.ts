import type Stripe from 'stripe';
import { z } from 'zod';
import { reference } from './stripe-shapes.ts';
import { signatureTime } from './signature-time.ts';
import type { StripeEvent } from './stripe-gateway.ts';

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
