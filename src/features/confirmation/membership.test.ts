import { describe, expect, it } from 'vitest';
import { fail, succeed } from '../../lib/result.ts';
import { aSubscription } from '../../services/testing/builders.ts';
import { membershipOf } from './membership.ts';

const subscribed = (changes: Parameters<typeof aSubscription>[0]) =>
  succeed({ isSubscribed: true, subscription: aSubscription(changes) });

describe('what the page says of the membership', () => {
  it('is a trial and its end', () => {
    const currentPeriodEnd = '2026-11-28T10:00:00.000Z';
    expect(membershipOf(subscribed({ status: 'trialing', currentPeriodEnd }))).toEqual({
      kind: 'trial',
      until: currentPeriodEnd,
    });
  });

  it('is active for somebody who pays at once, and where the store says no more than that', () => {
    expect(membershipOf(subscribed({ status: 'active' }))).toEqual({ kind: 'active' });
    expect(membershipOf(succeed({ isSubscribed: true, subscription: null }))).toEqual({ kind: 'active' });
  });

  it('is not active before the money is there', () => {
    expect(membershipOf(succeed({ isSubscribed: false, subscription: null }))).toEqual({ kind: 'pending' });
    expect(membershipOf(subscribed({ status: 'past_due' }))).toEqual({ kind: 'pending' });
  });

  it('is unknown when nobody could be asked, and never "subscribed" then', () => {
    expect(membershipOf(fail('SERVICE_UNAVAILABLE'))).toEqual({ kind: 'unknown' });
  });
});
