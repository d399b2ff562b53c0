import { describe, expect, it } from 'vitest';
import type { Price, SubscriptionStatus } from '../../../src/contracts/calls/subscription.ts';
import { type CouponTerms, type ListedSubscription, StripeUnavailable } from '../../gateways/stripe-gateway.ts';
import { minute } from '../../../src/lib/time.ts';
import { createPricing, discountOn, nextDiscount } from './offer.ts';
import { type KnownSubscription, notTold } from './subscription.ts';

/** Twenty percent off for three months. */
const fakeTerms: CouponTerms = { percentOff: 20, amountOff: null, currency: null, duration: 'months', months: 3 };
const monthly: Price = { amount: 999, currency: 'usd', interval: 'month', intervalCount: 1 };
const bought = (status: SubscriptionStatus): KnownSubscription => ({
  ...notTold,
  store: 'stripe',
  status,
  currentPeriodEnd: null,
  endsAt: null,
});

const build = () => {
  const state = { away: false, asked: 0, coupons: 0, now: Date.parse('2026-11-22T10:00:00Z') };
  const clock = { now: () => new Date(state.now) };
  const pricing = createPricing({
    clock,
    couponIds: ['LISTED'],
    stripe: {
      price: async () => {
        state.asked += 1;
        if (state.away) throw new StripeUnavailable('price');
        return monthly;
      },
      coupon: async (id) => {
        state.coupons += 1;
        return id === 'LISTED' ? { terms: fakeTerms } : null;
      },
      promotionCode: async (code) => {
        state.coupons += 1;
        if (state.away) throw new StripeUnavailable('promotionCode');
        if (code === 'FIRST') return { id: 'promo_first', terms: null };
        return code === 'SPRING' ? { id: 'promo_spring', terms: fakeTerms } : null;
      },
    },
  });
  const findOffer = (all: readonly KnownSubscription[]) => pricing.offer(all, null);
  /** Returns what a coupon changes for a new member. */
  const discount = async (coupon: string, isOneTooMany = async () => false) =>
    (await pricing.offer([], { coupon, isOneTooMany }))?.discount;
  return { state, findOffer, discount };
};

describe('the offer', () => {
  it.each([
    [
      'Stripe’s price and the end of a trial that begins now to a new user',
      [],
      { price: monthly, trialEnd: '2026-11-29T10:00:00.000Z' },
      1,
    ],
    ['no trial to a user who had a subscription', [bought('ended')], { price: monthly, trialEnd: null }, 1],
    ['nothing while a subscription lives', [bought('active')], null, 0],
  ])('offers %s', async (_what, all, offer, asked) => {
    const { findOffer, state } = build();
    expect([await findOffer(all), state.asked]).toEqual([offer, asked]);
  });

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
    state.now += minute + 1;
    expect(await findOffer([])).toMatchObject({ price: monthly });
  });

  it('hides no error of our own as an outage of Stripe', async () => {
    const nothing = async () => null;
    const price = () => Promise.reject(new TypeError('price is not a function'));
    const stripe = { price, coupon: nothing, promotionCode: nothing };
    const pricing = createPricing({ clock: { now: () => new Date() }, stripe, couponIds: [] });
    await expect(pricing.offer([], null)).rejects.toThrow('price is not a function');
  });

  it('keeps the last known price during an outage of Stripe', async () => {
    const { findOffer, state } = build();
    await findOffer([]);
    state.away = true;
    state.now += 61 * minute;
    expect(await findOffer([])).toMatchObject({ price: monthly });
  });
});

describe('the offer with a coupon', () => {
  const twentyOff = { amount: 799, duration: 'months', months: 3 };

  it('says what a promotion code and a listed coupon change, and for how long', async () => {
    const { discount } = build();
    expect(await discount('SPRING')).toEqual({ coupon: 'SPRING', ...twentyOff });
    expect(await discount('LISTED')).toEqual({ coupon: 'LISTED', ...twentyOff });
  });

  it.each(['NOBODY', 'FIRST'])('mentions no coupon that is invalid, or with a restriction: %s', async (coupon) => {
    expect(await build().discount(coupon)).toBeUndefined();
  });

  it('asks Stripe once for a coupon that many visitors have, and counts no guess for it', async () => {
    const { state, discount } = build();
    for (let visitor = 0; visitor < 3; visitor += 1) await discount('SPRING');
    expect(await discount('SPRING', async () => true)).toMatchObject(twentyOff);
    expect(state.coupons).toBe(1);
  });

  it('does not ask Stripe for one guess too many, and does not remember it as invalid', async () => {
    const { state, discount } = build();
    expect(await discount('SPRING', async () => true)).toBeUndefined();
    expect(state.coupons).toBe(0);
    expect(await discount('SPRING')).toMatchObject(twentyOff);
  });

  it('offers the whole price while Stripe is away, and the discount afterwards', async () => {
    const { state, findOffer, discount } = build();
    await findOffer([]);
    state.away = true;
    expect(await discount('SPRING')).toBeUndefined();
    state.away = false;
    state.now += minute + 1;
    expect(await discount('SPRING')).toMatchObject(twentyOff);
  });
});

const fixed = (amountOff: number, currency = 'usd') => ({ ...fakeTerms, percentOff: null, amountOff, currency });
const discountBy = (terms: CouponTerms, price = monthly, hasTrial = true) =>
  discountOn(price, { coupon: 'C', terms, hasTrial });

describe('what a coupon changes', () => {
  it.each([
    ['a percentage', fakeTerms, 799],
    ['a part of a percent', { ...fakeTerms, percentOff: 12.5 }, 874],
    ['everything', { ...fakeTerms, percentOff: 100 }, 0],
    ['an amount', fixed(300), 699],
    ['more than the price', fixed(5_000), 0],
  ])('takes off %s', (_, terms, amount) => {
    expect(discountBy(terms)?.amount).toBe(amount);
  });

  it('changes nothing by an amount of another currency', () => {
    expect(discountBy(fixed(300, 'eur'))).toBeNull();
  });

  it.each([
    ['every month', { ...monthly }, 3, 3],
    ['every two months', { ...monthly, intervalCount: 2 }, 3, 4],
    ['every year', { ...monthly, interval: 'year' as const }, 3, 12],
    ['every week', { ...monthly, interval: 'week' as const }, 3, 3],
  ])('lasts for whole payments %s', (_, price, months, lasts) => {
    expect(discountBy({ ...fakeTerms, months }, price)?.months).toBe(lasts);
  });

  it('promises no coupon for one payment together with a trial', () => {
    const once: CouponTerms = { ...fakeTerms, duration: 'once', months: null };
    expect(discountBy(once)).toBeNull();
    expect(discountBy(once, monthly, false)).toMatchObject({ amount: 799, duration: 'once', months: null });
  });
});

describe('the next payment', () => {
  const next = new Date('2026-12-03T10:00:00Z');
  const end = new Date('2027-02-26T10:00:00Z');
  const subscription = (...discounts: ListedSubscription['discounts']): ListedSubscription => ({
    id: 'sub_1',
    customerId: 'cus_1',
    payer: { id: 'cus_1', email: null, language: null },
    userId: 'user-1',
    playfabId: null,
    portal: null,
    movedIn: false,
    products: [],
    currency: 'usd',
    isInvoiced: false,
    isPlain: true,
    status: 'trialing',
    currentPeriodEnd: next,
    endsAt: null,
    endedAt: null,
    price: monthly,
    discounts,
    due: null,
    pause: null,
    isUnpaid: false,
    wasDiscounted: false,
    scheduleId: null,
    trialEnd: null,
    createdAt: new Date('2026-11-26T10:00:00Z'),
  });

  const until = (day: string) => new Date(`${day}T10:00:00Z`);
  const later = until('2027-06-26');
  const forever: CouponTerms = { ...fakeTerms, duration: 'forever', months: null };
  it.each<[string, ListedSubscription['discounts'], ReturnType<typeof nextDiscount>]>([
    ['costs the whole price without a discount', [], null],
    ['costs the whole price with one that ends before', [{ terms: fakeTerms, end: next }], null],
    [
      'is discounted until the first payment of the whole price',
      [{ terms: fakeTerms, end }],
      { amount: 799, until: until('2027-03-03') },
    ],
    ['is discounted for good', [{ terms: forever, end: null }], { amount: 799, until: null }],
    [
      'has all discounts of the subscription, of which the first to end is told',
      [
        { terms: fakeTerms, end: later },
        { terms: fixed(100), end },
      ],
      { amount: 699, until: until('2027-03-03') },
    ],
  ])('%s', (_title, discounts, discount) => {
    expect(nextDiscount(subscription(...discounts))).toEqual(discount);
  });

  it.each([
    ['day', 10, '2027-03-03'],
    ['week', 2, '2027-03-11'],
    ['month', 2, '2027-04-03'],
    ['year', 1, '2027-12-03'],
  ] as const)(
    'is the first of the whole price after the discount: by %s, each %i',
    (interval, intervalCount, first) => {
      const price = { ...monthly, interval, intervalCount };
      const ends = nextDiscount({ ...subscription({ terms: fakeTerms, end }), price });
      expect(ends?.until).toEqual(until(first));
    },
  );

  it('ends on the last day of a month that is too short for the day of the payment', () => {
    const once = subscription({ terms: { ...fakeTerms, duration: 'once', months: null }, end: null });
    const ends = nextDiscount({ ...once, currentPeriodEnd: until('2027-01-31') });
    expect(ends).toEqual({ amount: 799, until: until('2027-02-28') });
  });
});
