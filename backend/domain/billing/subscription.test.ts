import { describe, expect, it } from 'vitest';
import type { SubscriptionStatus } from '../../../src/contracts/calls/subscription.ts';
import {
  answerOf,
  chooseSubscription,
  duplicatesOf,
  isBlocked,
  type KnownSubscription,
  notTold,
} from './subscription.ts';
import { hour } from '../../../src/lib/time.ts';

const now = new Date('2026-03-02T09:00:00Z');
const later = (hours: number): Date => new Date(now.getTime() + hours * hour);

const sold = (id: string, status: SubscriptionStatus, startedAt: Date, end: Date | null = null): KnownSubscription => ({
  ...notTold,
  store: 'stripe',
  status,
  currentPeriodEnd: end,
  endsAt: null,
  startedAt,
  stripe: { id, customerId: `cus_${id}` },
});
const bought = (status: SubscriptionStatus): KnownSubscription => ({
  ...notTold,
  store: 'apple',
  status,
  currentPeriodEnd: later(-1000),
  endsAt: null,
});
const chosen = (...all: KnownSubscription[]) => chooseSubscription(all)?.stripe?.id;

describe('the choice of the displayed subscription', () => {
  it('prefers a subscription with membership to one that could have it again, and both to an ended one', () => {
    const ended = sold('ended', 'ended', later(3));
    const unpaid = sold('unpaid', 'unpaid', later(2));
    expect(chosen(ended, unpaid, sold('active', 'active', later(1)))).toBe('active');
    expect(chosen(ended, unpaid)).toBe('unpaid');
    expect(chosen(ended)).toBe('ended');
  });

  it('chooses the earlier of two live subscriptions, and the later of two ended ones', () => {
    expect(chosen(sold('b', 'active', later(2)), sold('a', 'trialing', later(1)))).toBe('a');
    expect(chosen(sold('a', 'active', later(2)), sold('b', 'trialing', later(1)))).toBe('b');
    expect(chosen(sold('a', 'ended', later(1)), sold('b', 'ended', later(2)))).toBe('b');
    expect(chosen(sold('b', 'ended', later(1)), sold('a', 'ended', later(2)))).toBe('a');
  });

  it('prefers our subscription to an app store’s, so that no one is charged by us without seeing it', () => {
    expect(chosen(bought('active'), sold('ours', 'trialing', later(1)))).toBe('ours');
    expect(chosen(sold('ours', 'trialing', later(1)), bought('active'))).toBe('ours');
    expect(chooseSubscription([sold('ours', 'ended', later(1)), bought('active')])?.store).toBe('apple');
  });
});

const unknown = { isSubscribed: false, subscription: null };
describe('the answer of the status call', () => {
  it.each([
    ['trialing', true],
    ['active', true],
    ['past_due', true],
    ['unpaid', false],
    ['ended', false],
  ] as const)('answers for the status %s that subscribed is %s', (status, isSubscribed) => {
    const answer = answerOf([sold('one', status, now, later(24))], now);
    expect(answer).toMatchObject({ isSubscribed, subscription: { status, currentPeriodEnd: later(24).toISOString() } });
  });

  it.each<[string, KnownSubscription[], object]>([
    ['says that a user without subscriptions is not subscribed', [], unknown],
    [
      'trusts a live subscription until three days after its end',
      [sold('a', 'active', now, later(-71))],
      { isSubscribed: true },
    ],
    ['treats one that was not reread until then as unknown', [sold('a', 'active', now, later(-72))], unknown],
    [
      'shows one that can be paid again however long ago its period ended',
      [sold('a', 'unpaid', now, later(-73))],
      { isSubscribed: false, subscription: { status: 'unpaid' } },
    ],
    [
      'trusts a live subscription without an end',
      [sold('a', 'active', now)],
      { isSubscribed: true, subscription: { currentPeriodEnd: null } },
    ],
    ['leaves the end of an app store’s subscription to its events', [bought('active')], { isSubscribed: true }],
  ])('%s', (_title, all, answer) => {
    expect(answerOf(all, now)).toMatchObject(answer);
  });
});

describe('a second subscription', () => {
  it('refuses a purchase while any subscription lives or could live again, wherever it was bought', () => {
    for (const status of ['trialing', 'active', 'past_due', 'unpaid'] as const) {
      expect([status, isBlocked([sold('one', status, now)]), isBlocked([bought(status)])]).toEqual([
        status,
        true,
        true,
      ]);
    }
    expect(isBlocked([sold('one', 'ended', now), bought('ended')])).toBe(false);
  });

  it('finds the later of Stripe’s subscriptions as the duplicate, by time and then by id', () => {
    const [a, b, c] = [sold('a', 'active', later(1)), sold('b', 'trialing', later(2)), sold('c', 'active', later(2))];
    expect(duplicatesOf([c, b, a], [])).toEqual(['b', 'c']);
    expect(duplicatesOf([sold('a', 'ended', later(1)), b], [])).toEqual([]);
  });

  it('finds Stripe’s subscription as the duplicate when an app store’s gave membership first, and no other that cannot be ended here', () => {
    const a = sold('a', 'trialing', later(1));
    expect(duplicatesOf([a, bought('active')], [bought('active')])).toEqual(['a']);
    expect(duplicatesOf([a, bought('active')], [a])).toEqual([]);
    expect(duplicatesOf([a, bought('ended')], [bought('ended')])).toEqual([]);
    expect(duplicatesOf([bought('active')], [])).toEqual([]);
  });
});
