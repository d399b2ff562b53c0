import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOf, type StoreEvent } from './store-event.ts';
import { hour } from '../../../src/lib/durations.ts';

const at = Date.parse('2026-03-02T09:00:00Z');
const end = at + 30 * 24 * hour;

const event = (change: Partial<StoreEvent> = {}): StoreEvent => ({
  id: 'e',
  type: 'INITIAL_PURCHASE',
  event_timestamp_ms: at,
  environment: 'PRODUCTION',
  store: 'PLAY_STORE',
  app_user_id: 'marie',
  aliases: ['$RCAnonymousID:1', 'marie'],
  original_transaction_id: 't',
  period_type: 'NORMAL',
  expiration_at_ms: end,
  ...change,
});
const updateOf = (change: Partial<StoreEvent> = {}) => {
  const changed = changeOf(event(change));
  if (changed?.kind !== 'update') throw new Error('the event updates nothing');
  return changed.subscription;
};

describe('the conversion of RevenueCat’s events', () => {
  it('finds a purchase by every name of its buyer', () => {
    expect(updateOf()).toEqual({
      store: 'google',
      subscription: 't',
      appUserIds: ['marie', '$RCAnonymousID:1'],
      status: 'active',
      periodEnd: new Date(end),
      memberUntil: new Date(end + 3 * hour),
      renews: true,
      reportedAt: new Date(at),
    });
  });

  it.each(['constructor', 'toString', '__proto__'])(
    'treats %s neither as an event type nor as a known store',
    (name) => {
      expect(changeOf(event({ type: name }))).toBeNull();
      expect(updateOf({ store: name }).store).toBe('other');
    },
  );

  it.each(['RENEWAL', 'UNCANCELLATION', 'PRODUCT_CHANGE', 'SUBSCRIPTION_EXTENDED', 'REFUND_REVERSED'])(
    'continues a subscription at %s, and allows for a renewal event that is three hours late',
    (type) => {
      expect(updateOf({ type })).toMatchObject({
        status: 'active',
        renews: true,
        memberUntil: new Date(end + 3 * hour),
      });
    },
  );

  it.each(['CANCELLATION', 'SUBSCRIPTION_PAUSED', 'NON_RENEWING_PURCHASE', 'TEMPORARY_ENTITLEMENT_GRANT'])(
    'keeps a subscription until the end of the paid period at %s',
    (type) => {
      expect(updateOf({ type })).toMatchObject({ status: 'active', renews: false, memberUntil: new Date(end) });
    },
  );

  it('treats a trial as such until it is paid', () => {
    expect(updateOf({ period_type: 'TRIAL' }).status).toBe('trialing');
    expect(updateOf({ period_type: 'TRIAL', type: 'CANCELLATION' }).status).toBe('trialing');
    expect(updateOf({ type: 'RENEWAL' }).status).toBe('active');
  });

  it('ends a subscription at once at a refund or an expiration', () => {
    expect(updateOf({ type: 'CANCELLATION', cancel_reason: 'CUSTOMER_SUPPORT' }).status).toBe('ended');
    expect(updateOf({ type: 'EXPIRATION' })).toMatchObject({ status: 'ended', renews: false });
    expect(updateOf({ type: 'EXPIRATION', expiration_at_ms: null }).status).toBe('ended');
  });

  it('keeps a subscription with a failed charge until the end of the grace or the paid period', () => {
    const grace = { type: 'BILLING_ISSUE', grace_period_expiration_at_ms: end + 16 * 24 * hour };
    expect(updateOf(grace)).toMatchObject({
      status: 'past_due',
      memberUntil: new Date(end + 16 * 24 * hour),
      renews: true,
    });
    expect(updateOf({ type: 'BILLING_ISSUE' })).toMatchObject({ status: 'past_due', memberUntil: new Date(end) });
    expect(changeOf(event({ type: 'CANCELLATION', cancel_reason: 'BILLING_ERROR' }))).toBeNull();
  });

  it.each([
    ['an event of the sandbox', { environment: 'SANDBOX' }],
    ['an event without an environment', { environment: null }],
    ['a test event', { type: 'TEST' }],
    ['an unknown type', { type: 'SUBSCRIPTION_GIFTED' }],
    ['an event about Stripe', { store: 'STRIPE' }],
    ['an event of the test store', { store: 'TEST_STORE' }],
    ['a purchase without an end', { type: 'NON_RENEWING_PURCHASE', expiration_at_ms: null }],
    [
      'a transfer of the sandbox',
      { type: 'TRANSFER', environment: 'SANDBOX', transferred_from: ['a'], transferred_to: ['b'] },
    ],
    ['a transfer without names', { type: 'TRANSFER' }],
    ['a transfer from nobody', { type: 'TRANSFER', transferred_to: ['b'] }],
    ['a transfer to nobody', { type: 'TRANSFER', transferred_from: ['a'] }],
    ['an event without a store', { store: null }],
    ['an event without a buyer', { app_user_id: null, aliases: null }],
  ])('ignores %s from RevenueCat', (_, change) => {
    expect(changeOf(event(change))).toBeNull();
  });

  it.each([
    ['APP_STORE', 'apple'],
    ['MAC_APP_STORE', 'apple'],
    ['PLAY_STORE', 'google'],
    ['AMAZON', 'other'],
    ['A_STORE_OF_TOMORROW', 'other'],
  ])('converts the store %s to %s', (store, ours) => {
    expect(updateOf({ store }).store).toBe(ours);
  });

  it('stores two people in separate rows even when the store names no transaction', () => {
    const unnamed = { original_transaction_id: null, transaction_id: null, product_id: 'monthly' };
    const other = { ...unnamed, app_user_id: 'paul', aliases: [] };
    expect(updateOf(unnamed).subscription).not.toBe(updateOf(other).subscription);
    expect(updateOf(unnamed).subscription).not.toBe(updateOf({ ...unnamed, product_id: 'yearly' }).subscription);
  });

  it('recognises a subscription by its first transaction, or by the only one that is named', () => {
    expect(updateOf({ transaction_id: 'renewal' }).subscription).toBe('t');
    expect(updateOf({ original_transaction_id: null, transaction_id: 'renewal' }).subscription).toBe('renewal');
  });

  it.each([
    ['PLAY_STORE', 'PRODUCTION', 'google'],
    [null, null, null],
  ])('moves what one person bought in the store %s to another person', (store, environment, ours) => {
    const moved = { type: 'TRANSFER', store, environment, transferred_from: ['a'], transferred_to: ['b'] };
    expect(changeOf(event(moved))).toEqual({
      kind: 'transfer',
      transfer: { eventId: 'e', store: ours, from: ['a'], to: ['b'], reportedAt: new Date(at) },
    });
  });

  it('ends membership at most three hours after the latest time in an event', () => {
    const moment = fc.option(fc.integer({ min: 0, max: 8.6e15 }));
    fc.assert(
      fc.property(
        fc.constantFrom('INITIAL_PURCHASE', 'BILLING_ISSUE', 'CANCELLATION', 'EXPIRATION'),
        moment,
        moment,
        (type, expiration, grace) => {
          const changed = changeOf(event({ type, expiration_at_ms: expiration, grace_period_expiration_at_ms: grace }));
          if (changed?.kind !== 'update') return;
          const longest = Math.max(expiration ?? at, grace ?? 0) + 3 * hour;
          expect(changed.subscription.memberUntil.getTime()).toBeLessThanOrEqual(longest);
        },
      ),
    );
  });
});
