import { describe, expect, it } from 'vitest';
import type { SubscriptionStatus } from '../../../src/contracts/subscription.ts';
import { answerOf, chooseSubscription, duplicatesOf, isBlocked, type KnownSubscription } from './known-subscription.ts';

const now = new Date('2026-03-02T09:00:00Z');
const hour = 3_600_000;
const later = (hours: number): Date => new Date(now.getTime() + hours * hour);

const sold = (id: string, status: SubscriptionStatus, startedAt: Date, end: Date | null = null): KnownSubscription => ({
  store: 'stripe',
  status,
  currentPeriodEnd: end,
  cancelAtPeriodEnd: false,
  price: null,
  startedAt,
  stripe: { id, customerId: `cus_${id}` },
});
const bought = (status: SubscriptionStatus): KnownSubscription => ({
  store: 'apple',
  status,
  currentPeriodEnd: later(-1000),
  cancelAtPeriodEnd: false,
  price: null,
  startedAt: null,
  stripe: null,
});
const chosen = (...all: KnownSubscription[]) => chooseSubscription(all)?.stripe?.id;

describe('which of several subscriptions is shown', () => {
  it('one that gives membership before one that could again, and both before what is over', () => {
    const ended = sold('ended', 'ended', later(3));
    const unpaid = sold('unpaid', 'unpaid', later(2));
    expect(chosen(ended, unpaid, sold('active', 'active', later(1)))).toBe('active');
    expect(chosen(ended, unpaid)).toBe('unpaid');
    expect(chosen(ended)).toBe('ended');
  });

  it('of two live ones the earlier, of two that ended the later', () => {
    expect(chosen(sold('b', 'active', later(2)), sold('a', 'trialing', later(1)))).toBe('a');
    expect(chosen(sold('a', 'ended', later(1)), sold('b', 'ended', later(2)))).toBe('b');
  });

  it('of one of ours and one of an app store’s ours: nobody is charged by us without being told', () => {
    expect(chosen(bought('active'), sold('ours', 'trialing', later(1)))).toBe('ours');
    expect(chooseSubscription([sold('ours', 'ended', later(1)), bought('active')])?.store).toBe('apple');
  });

  it('none when there is none: nobody is subscribed', () => {
    expect(answerOf([], now)).toEqual({ isSubscribed: false, subscription: null });
  });
});

describe('what the status call says', () => {
  it.each([
    ['trialing', true],
    ['active', true],
    ['past_due', true],
    ['unpaid', false],
    ['ended', false],
  ] as const)('%s: subscribed is %s', (status, isSubscribed) => {
    const answer = answerOf([sold('one', status, now, later(24))], now);
    expect(answer).toMatchObject({ isSubscribed, subscription: { status, currentPeriodEnd: later(24).toISOString() } });
  });

  it('a live one that was not read anew for three days after its end is unknown, and unknown is not subscribed', () => {
    expect(answerOf([sold('one', 'active', now, later(-71))], now).isSubscribed).toBe(true);
    expect(answerOf([sold('one', 'active', now, later(-73))], now)).toEqual({
      isSubscribed: false,
      subscription: null,
    });
  });

  it('one that can be paid for again is shown however long ago its period ended', () => {
    expect(answerOf([sold('one', 'unpaid', now, later(-73))], now)).toMatchObject({
      isSubscribed: false,
      subscription: { status: 'unpaid' },
    });
  });

  it('an app store’s end is the business of the app stores', () => {
    expect(answerOf([bought('active')], now).isSubscribed).toBe(true);
  });
});

describe('a second subscription', () => {
  it('is refused while there is one that lives or could live again, wherever it was bought', () => {
    for (const status of ['trialing', 'active', 'past_due', 'unpaid'] as const) {
      expect([status, isBlocked([sold('one', status, now)]), isBlocked([bought(status)])]).toEqual([
        status,
        true,
        true,
      ]);
    }
    expect(isBlocked([sold('one', 'ended', now), bought('ended')])).toBe(false);
  });

  it('that exists all the same is the later of Stripe’s; the moment alone decides, then the id', () => {
    const [a, b, c] = [sold('a', 'active', later(1)), sold('b', 'trialing', later(2)), sold('c', 'active', later(2))];
    expect(duplicatesOf([c, b, a], [])).toEqual(['b', 'c']);
    expect(duplicatesOf([sold('a', 'ended', later(1)), b], [])).toEqual([]);
  });

  it('is Stripe’s when an app store’s gave membership before Stripe’s was known, and none that can be ended otherwise', () => {
    const a = sold('a', 'trialing', later(1));
    expect(duplicatesOf([a, bought('active')], [bought('active')])).toEqual(['a']);
    expect(duplicatesOf([a, bought('active')], [a])).toEqual([]);
    expect(duplicatesOf([a, bought('ended')], [bought('ended')])).toEqual([]);
  });
});
