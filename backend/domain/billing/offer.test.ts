import { describe, expect, it } from 'vitest';
import type { SubscriptionStatus } from '../../../src/contracts/subscription.ts';
import { StripeUnavailable } from '../../gateways/stripe-gateway.ts';
import type { KnownSubscription } from './known-subscription.ts';
import { createFindOffer } from './offer.ts';
import { minute } from '../../../src/lib/durations.ts';

const price = { amount: 999, currency: 'usd', interval: 'month', intervalCount: 1 } as const;
const bought = (status: SubscriptionStatus): KnownSubscription => ({
  store: 'stripe',
  status,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  price,
  startedAt: null,
  stripe: { id: 'sub_1', customerId: 'cus_1' },
});

const build = () => {
  const state = { away: false, asked: 0, now: Date.parse('2026-11-22T10:00:00Z') };
  const findOffer = createFindOffer({
    clock: { now: () => new Date(state.now) },
    stripe: {
      price: async () => {
        state.asked += 1;
        if (state.away) throw new StripeUnavailable('price');
        return price;
      },
    },
  });
  return { state, findOffer };
};

describe('the offer', () => {
  it('offers a first subscription with Stripe’s price and the end of a trial that begins now', async () => {
    const { findOffer } = build();
    expect(await findOffer([])).toEqual({ price, trialEnd: '2026-11-29T10:00:00.000Z' });
  });

  it('offers no trial to a user who had a subscription', async () => {
    const { findOffer } = build();
    expect(await findOffer([bought('ended')])).toEqual({ price, trialEnd: null });
  });

  it.each(['trialing', 'active', 'past_due', 'unpaid'] as const)(
    'offers nothing while a subscription is %s',
    async (status) => {
      const { findOffer, state } = build();
      expect(await findOffer([bought(status)])).toBeNull();
      expect(state.asked).toBe(0);
    },
  );

  it('asks Stripe for the price once an hour', async () => {
    const { findOffer, state } = build();
    await Promise.all([findOffer([]), findOffer([])]);
    state.now += 59 * minute;
    await findOffer([]);
    expect(state.asked).toBe(1);
    state.now += 2 * minute;
    await findOffer([]);
    expect(state.asked).toBe(2);
  });

  it('offers no price during an outage of Stripe, and asks again after a minute', async () => {
    const { findOffer, state } = build();
    state.away = true;
    expect([await findOffer([]), await findOffer([])]).toEqual([null, null]);
    expect(state.asked).toBe(1);
    state.away = false;
    state.now += minute;
    expect(await findOffer([])).toMatchObject({ price });
  });

  it('hides no error of our own as an outage of Stripe', async () => {
    const findOffer = createFindOffer({
      clock: { now: () => new Date() },
      stripe: { price: () => Promise.reject(new TypeError('price is not a function')) },
    });
    await expect(findOffer([])).rejects.toThrow('price is not a function');
  });

  it('asks Stripe for the price again when the hour is over', async () => {
    const { findOffer, state } = build();
    await findOffer([]);
    state.now += 60 * minute;
    await findOffer([]);
    expect(state.asked).toBe(2);
  });

  it('keeps the last known price during an outage of Stripe', async () => {
    const { findOffer, state } = build();
    await findOffer([]);
    state.away = true;
    state.now += 61 * minute;
    expect(await findOffer([])).toMatchObject({ price });
  });
});
