import { describe, expect, it } from 'vitest';
import type { Price } from '../../../src/contracts/subscription.ts';
import type { AppliedCoupon, CouponTerms, StripeSubscription } from '../../gateways/stripe-gateway.ts';
import { fakeTerms } from '../../testing/fake-stripe.ts';
import { discountOn, nextDiscount } from './discount.ts';

const monthly: Price = { amount: 999, currency: 'usd', interval: 'month', intervalCount: 1 };
const fixed = (amountOff: number, currency = 'usd'): CouponTerms => ({
  ...fakeTerms,
  percentOff: null,
  amountOff,
  currency,
});
const discount = (terms: CouponTerms, price = monthly, hasTrial = true) =>
  discountOn(price, { coupon: 'C', terms, hasTrial });

describe('what a coupon changes', () => {
  it.each([
    ['a percentage', fakeTerms, 799],
    ['a part of a percent', { ...fakeTerms, percentOff: 12.5 }, 874],
    ['everything', { ...fakeTerms, percentOff: 100 }, 0],
    ['an amount', fixed(300), 699],
    ['more than the price', fixed(5_000), 0],
  ])('takes off %s', (_, terms, amount) => {
    expect(discount(terms)?.amount).toBe(amount);
  });

  it('changes nothing by an amount of another currency', () => {
    expect(discount(fixed(300, 'eur'))).toBeNull();
  });

  it.each([
    ['every month', { ...monthly }, 3, 3],
    ['every two months', { ...monthly, intervalCount: 2 }, 3, 4],
    ['every year', { ...monthly, interval: 'year' as const }, 3, 12],
    ['every week', { ...monthly, interval: 'week' as const }, 3, 3],
  ])('lasts for whole payments %s', (_, price, months, lasts) => {
    expect(discount({ ...fakeTerms, months }, price)?.months).toBe(lasts);
  });

  it('promises no coupon for one payment together with a trial', () => {
    const once: CouponTerms = { ...fakeTerms, duration: 'once', months: null };
    expect(discount(once)).toBeNull();
    expect(discount(once, monthly, false)).toMatchObject({ amount: 799, duration: 'once', months: null });
  });
});

describe('the next payment', () => {
  const next = new Date('2026-12-03T10:00:00Z');
  const end = new Date('2027-02-26T10:00:00Z');
  const subscription = (...discounts: AppliedCoupon[]): StripeSubscription => ({
    id: 'sub_1',
    customerId: 'cus_1',
    userId: 'user-1',
    playfabId: null,
    portal: null,
    status: 'trialing',
    currentPeriodEnd: next,
    cancelAtPeriodEnd: false,
    price: monthly,
    discounts,
    trialEnd: null,
    createdAt: new Date('2026-11-26T10:00:00Z'),
  });

  it('costs the whole price without a discount, and with one that ends before', () => {
    expect(nextDiscount(subscription())).toBeNull();
    expect(nextDiscount(subscription({ terms: fakeTerms, end: next }))).toBeNull();
  });

  it('is discounted until the discount ends', () => {
    expect(nextDiscount(subscription({ terms: fakeTerms, end }))).toEqual({ amount: 799, until: end });
  });

  it('is discounted for good', () => {
    const terms: CouponTerms = { ...fakeTerms, duration: 'forever', months: null };
    expect(nextDiscount(subscription({ terms, end: null }))).toEqual({ amount: 799, until: null });
  });

  it('is the last discounted one with a coupon for one payment', () => {
    const terms: CouponTerms = { ...fakeTerms, duration: 'once', months: null };
    expect(nextDiscount(subscription({ terms, end: null }))).toEqual({ amount: 799, until: next });
  });

  it('has all discounts of the subscription, of which the first to end is told', () => {
    const later = new Date('2027-06-26T10:00:00Z');
    const both = subscription({ terms: fakeTerms, end: later }, { terms: fixed(100), end });
    expect(nextDiscount(both)).toEqual({ amount: 699, until: end });
  });
});
