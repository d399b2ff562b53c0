import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StripeSubscription } from '../../gateways/stripe-gateway.ts';
import type { StripeGateway } from '../../gateways/stripe.ts';
import { closeAfterAll, createTestDatabase } from '../../testing/test-database.ts';
import { createTestApi, createPayer } from '../../testing/test-api.ts';
import { day } from '../../../src/lib/time.ts';

/** The events of a subscription at Stripe. */
const change = fc.record(
  {
    status: fc.constantFrom<StripeSubscription['status'][]>('trialing', 'active', 'past_due', 'unpaid', 'ended', null),
    endsAt: fc.option(fc.constant(new Date(Date.UTC(2026, 5, 2)))),
    currentPeriodEnd: fc.integer({ min: 1, max: 60 }).map((days) => new Date(Date.UTC(2026, 2, 2) + days * day)),
  },
  { requiredKeys: [] },
);
/** A change, the number of its events, and how many steps later each of their reads is answered. */
const step = fc.record({ change, delays: fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 3 }) });

describe('billing', async () => {
  let held: (() => void)[][];
  let asked: (() => void) | undefined;
  let delays: number[];
  /** The subscription at Stripe now. */
  let current: StripeSubscription;

  /** Delays each answer by the given number of steps, with the data of the time of the request. */
  const subscriptionsOf: StripeGateway['subscriptionsOf'] = async () => {
    const answer = [current];
    const delay = delays.shift();
    if (delay === undefined) return answer;
    const answered = new Promise<void>((resolve) => (held[delay] ??= []).push(resolve));
    asked?.();
    await answered;
    return answer;
  };

  const test = await closeAfterAll(createTestDatabase());
  const { stripe } = await createTestApi(test);
  const gateways = { stripe: { ...stripe.gateway, subscriptionsOf } };
  const api = await closeAfterAll(createTestApi({ ...test, gateways }));

  it('ends in the same state for any order and repetition of events', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (history) => {
        held = [];
        delays = [];
        const payer = await createPayer(api);
        current = await payer.pay();
        const { id, customerId } = current;
        const reads: Promise<void>[] = [];
        for (const { change: happened, delays: answers } of history) {
          current = { ...current, ...happened };
          for (const delay of answers) {
            const begun = new Promise<void>((resolve) => {
              asked = resolve;
            });
            delays.push(delay);
            reads.push(api.portal.billing.jobs['sync-customer']({ customerId }, { id: 'event' }));
            await begun;
          }
          for (const answer of held.shift() ?? []) answer();
        }
        for (const answer of held.flat().toReversed()) answer();
        await Promise.all(reads);

        const rows = await api.database
          .selectFrom('stripe_subscriptions')
          .select(['status', 'endsAt', 'currentPeriodEnd'])
          .where('id', '=', id)
          .execute();
        const { status, endsAt, currentPeriodEnd } = current;
        expect(rows).toEqual(status === null ? [] : [{ status, endsAt, currentPeriodEnd }]);
      }),
      { numRuns: 60 },
    );
  });
});
