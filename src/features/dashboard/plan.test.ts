import { describe, expect, it } from 'vitest';
import { type Store, type Subscription, stores, subscriptionStatuses } from '../../contracts/calls/subscription.ts';
import { translationsOf } from '../../i18n/testing/translations.ts';
import { aSubscription } from '../../services/testing/builders.ts';
import type { Account } from './services.ts';
import { priceText } from '../../lib/texts.ts';
import { nextStepOf, offerOf, paidSubscription, paymentsText, planStatusOf, planText, shopOf } from './plan.ts';

const translations = await translationsOf('dashboard');

const account = (subscription: Subscription | null, changes: Partial<Account> = {}): Account => ({
  userID: 'user-1',
  customerID: null,
  refundUntil: null,
  isSubscribed: subscription !== null && ['trialing', 'active', 'past_due'].includes(subscription.status),
  subscription,
  ...changes,
});
const bought = (changes: Partial<Subscription>) => account(aSubscription(changes));
const ends = '2026-12-21T12:00:00.000Z';

describe('the offer', () => {
  it('offers a first subscription to a person who is neither subscribed nor a customer', () => {
    expect(offerOf(account(null))).toBe('first');
    expect(offerOf(account(null, { customerID: 'cus_1' }))).toBeNull();
    expect(offerOf(account(null, { isSubscribed: true }))).toBeNull();
  });

  it.each(stores)('offers no second subscription in addition to one of %s', (store: Store) => {
    for (const status of subscriptionStatuses) {
      const offer = offerOf(account(aSubscription({ store, status }), { customerID: 'cus_1' }));
      expect(offer, status).toBe(status === 'ended' ? 'again' : null);
    }
  });
});

it('names the shop as the place to manage a subscription, as long as there is something to manage', () => {
  expect(shopOf(bought({ store: 'google', status: 'unpaid' }))).toBe('google');
  expect(shopOf(bought({ store: 'apple', status: 'ended' }))).toBeNull();
  expect(shopOf(account(null))).toBeNull();
});

describe('the texts of a plan', () => {
  const trialing = { status: 'trialing', currentPeriodEnd: ends } as const;
  const cancelled = { currentPeriodEnd: ends, endsAt: ends, nextPayment: undefined };
  const last = { amount: 100, currency: 'usd', at: ends };
  const paid = { amount: 999, currency: 'usd' };
  const unpaid = bought({ status: 'unpaid', due: { amount: 999, next: null } });
  it.each([
    ['a trial', bought(trialing), /free trial runs until December\u00a021,\u00a02026\. The/],
    ['a cancelled trial', bought({ ...trialing, ...cancelled }), /until December.21,.2026 .*Nothing will be charged/],
    ['a plan', bought({ currentPeriodEnd: ends }), /next payment is US\$9\.99 on December\u00a021,\u00a02026\.$/],
    ['a cancelled plan', bought(cancelled), /until December.21,.2026 .*Nothing more will be charged/],
    ['a last payment', bought({ ...cancelled, nextPayment: last }), /One last payment of US\$1 is/],
    ['a failed payment', bought({ status: 'past_due' }), /payment failed.*change your card/],
    ['a failed payment that is not tried again', unpaid, /^The payment of US\$9\.99 failed\. A payment is missing/],
    ['a failed payment in a shop', bought({ status: 'past_due', store: 'apple' }), /payment failed.*payment method/],
    ['a missing payment', bought({ status: 'unpaid' }), /on hold.*Change your card/],
    ['an ended plan', bought({ status: 'ended' }), /has ended.* is over\.$/],
    [
      'a plan that was paid back',
      bought({ status: 'ended', refunded: paid }),
      /We sent US\$9\.99 back to your card\.$/,
    ],
    ['nothing bought', account(null), /^The 7-day trial is free/],
    ['a customer of whom nothing is known', account(null, { customerID: 'cus_1' }), /begin again, write to us at/],
    ['a membership of which the server tells no more', account(null, { isSubscribed: true }), /All eight packages/],
    ['a plan without a date', bought({ currentPeriodEnd: null }), /All eight packages/],
  ])('describes %s to the subscriber', (_, described, sentence) => {
    expect(planText(translations.en, described)).toMatch(sentence);
    // Each has a French text, without a missing value.
    expect(planText(translations.fr, described)).not.toMatch(/\{\{|undefined/);
  });

  it('offers a member who bought here what can be done next', () => {
    const next = (changes: Partial<Subscription>) => nextStepOf(bought(changes));
    expect([next({}), next({ status: 'trialing' })]).toEqual(['leave', 'leave']);
    expect([next({ endsAt: '2026-12-21T10:00:00.000Z' }), next({ status: 'past_due' })]).toEqual(['keep', 'pay']);
    for (const none of [next({ status: 'ended' }), next({ store: 'apple' }), nextStepOf(account(null))])
      expect(none).toBeNull();
  });

  it('shows the price while the person is going to pay it', () => {
    expect(paidSubscription(bought({ status: 'trialing' }))?.price).toEqual(aSubscription().price);
    expect(paidSubscription(bought({ endsAt: '2026-12-21T10:00:00.000Z' }))).toBeNull();
    expect(paidSubscription(bought({ status: 'ended' }))).toBeNull();
    expect(planStatusOf(bought({ status: 'unpaid' }))).toBe('unpaid');
  });

  it.each([
    [{}, 'US$9.99 per month'],
    [{ discount: { amount: 799, until: null } }, 'US$7.99 per month'],
    [
      { discount: { amount: 799, until: '2027-02-26T10:00:00.000Z' } },
      'US$7.99 per month until February\u00a026,\u00a02027, then US$9.99',
    ],
  ])('tells what the next payments cost: %j', (changes, text) => {
    const paid = paidSubscription(bought(changes));
    expect(paid && paymentsText(translations.en, paid)).toBe(text);
    expect(paid && paymentsText(translations.fr, paid)).not.toMatch(/\{\{|undefined/);
  });

  it('shows the price in the language, for each interval', () => {
    const price = { amount: 2499, currency: 'eur', interval: 'month', intervalCount: 1 } as const;
    expect(priceText(translations.en, price)).toBe('€24.99 per month');
    expect(priceText(translations.fr, price)).toMatch(/^24,99\s€ par mois$/);
    expect(priceText(translations.fr, { ...price, interval: 'week', intervalCount: 2 })).toMatch(
      /€ toutes les 2\ssemaines/,
    );
  });
});
