import { describe, expect, it } from 'vitest';
import { fail, succeed } from '../../lib/result.ts';
import { aSubscription } from '../../services/testing/builders.ts';
import { membershipOf } from './membership.ts';

const subscribed = (changes: Parameters<typeof aSubscription>[0]) =>
  succeed({ isSubscribed: true, subscription: aSubscription(changes) });

describe('the state of the membership', () => {
  it('describes a trial with its end', () => {
    const currentPeriodEnd = '2026-11-28T10:00:00.000Z';
    expect(membershipOf(subscribed({ status: 'trialing', currentPeriodEnd }))).toEqual({
      kind: 'trial',
      until: currentPeriodEnd,
    });
  });

  it('describes a person who pays immediately as active, also when the store reports nothing else', () => {
    expect(membershipOf(subscribed({ status: 'active' }))).toEqual({ kind: 'active' });
    expect(membershipOf(succeed({ isSubscribed: true, subscription: null }))).toEqual({ kind: 'active' });
  });

  it('describes nobody as active before the payment is complete', () => {
    expect(membershipOf(succeed({ isSubscribed: false, subscription: null }))).toEqual({ kind: 'pending' });
    expect(membershipOf(subscribed({ status: 'past_due' }))).toEqual({ kind: 'pending' });
  });

  it('describes the membership as unknown, and never "subscribed", when the servers cannot be reached', () => {
    expect(membershipOf(fail('SERVICE_UNAVAILABLE'))).toEqual({ kind: 'unknown' });
  });
});
