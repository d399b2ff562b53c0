import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOf, type StoreEvent } from './store-event.ts';

const at = Date.parse('2026-03-02T09:00:00Z');
const hour = 3_600_000;
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
const told = (change: Partial<StoreEvent> = {}) => {
  const changed = changeOf(event(change));
  if (changed?.kind !== 'told') throw new Error('nothing was told');
  return changed.subscription;
};

describe("RevenueCat's events in our words", () => {
  it('a purchase is known by every name of its buyer', () => {
    expect(told()).toEqual({
      store: 'google',
      subscription: 't',
      appUserIds: ['marie', '$RCAnonymousID:1'],
      status: 'active',
      periodEnd: new Date(end),
      memberUntil: new Date(end + 3 * hour),
      renews: true,
      toldAt: new Date(at),
    });
  });

  it.each(['constructor', 'toString', '__proto__'])('%s is neither a type nor a store that we know', (name) => {
    expect(changeOf(event({ type: name }))).toBeNull();
    expect(told({ store: name }).store).toBe('other');
  });

  it.each(['RENEWAL', 'UNCANCELLATION', 'PRODUCT_CHANGE', 'SUBSCRIPTION_EXTENDED', 'REFUND_REVERSED'])(
    '%s goes on, and a renewal may be told three hours late',
    (type) => {
      expect(told({ type })).toMatchObject({ status: 'active', renews: true, memberUntil: new Date(end + 3 * hour) });
    },
  );

  it.each(['CANCELLATION', 'SUBSCRIPTION_PAUSED', 'NON_RENEWING_PURCHASE', 'TEMPORARY_ENTITLEMENT_GRANT'])(
    '%s lasts to the end of what is paid',
    (type) => {
      expect(told({ type })).toMatchObject({ status: 'active', renews: false, memberUntil: new Date(end) });
    },
  );

  it('a trial is one until it is paid for', () => {
    expect(told({ period_type: 'TRIAL' }).status).toBe('trialing');
    expect(told({ period_type: 'TRIAL', type: 'CANCELLATION' }).status).toBe('trialing');
    expect(told({ type: 'RENEWAL' }).status).toBe('active');
  });

  it('a refund and an expiration end it at once', () => {
    expect(told({ type: 'CANCELLATION', cancel_reason: 'CUSTOMER_SUPPORT' }).status).toBe('ended');
    expect(told({ type: 'EXPIRATION' }).status).toBe('ended');
    expect(told({ type: 'EXPIRATION', expiration_at_ms: null }).status).toBe('ended');
  });

  it('a failed charge lasts as long as its grace, or as what is paid', () => {
    const grace = { type: 'BILLING_ISSUE', grace_period_expiration_at_ms: end + 16 * 24 * hour };
    expect(told(grace)).toMatchObject({ status: 'past_due', memberUntil: new Date(end + 16 * 24 * hour) });
    expect(told({ type: 'BILLING_ISSUE' })).toMatchObject({ status: 'past_due', memberUntil: new Date(end) });
    expect(changeOf(event({ type: 'CANCELLATION', cancel_reason: 'BILLING_ERROR' }))).toBeNull();
  });

  it.each([
    ['a sandbox', { environment: 'SANDBOX' }],
    ['no environment', { environment: null }],
    ['a test', { type: 'TEST' }],
    ['a type of tomorrow', { type: 'SUBSCRIPTION_GIFTED' }],
    ["Stripe's, whom we ask ourselves", { store: 'STRIPE' }],
    ['the test store', { store: 'TEST_STORE' }],
    ['a purchase without an end', { type: 'NON_RENEWING_PURCHASE', expiration_at_ms: null }],
    [
      "a sandbox's transfer",
      { type: 'TRANSFER', environment: 'SANDBOX', transferred_from: ['a'], transferred_to: ['b'] },
    ],
    ['a transfer from nobody', { type: 'TRANSFER' }],
  ])('%s changes nothing', (_, change) => {
    expect(changeOf(event(change))).toBeNull();
  });

  it.each([
    ['APP_STORE', 'apple'],
    ['MAC_APP_STORE', 'apple'],
    ['PLAY_STORE', 'google'],
    ['AMAZON', 'other'],
    ['A_STORE_OF_TOMORROW', 'other'],
  ])('%s is called %s', (store, ours) => {
    expect(told({ store }).store).toBe(ours);
  });

  it('two people never share a row, also where the store names no transaction', () => {
    const unnamed = { original_transaction_id: null, transaction_id: null, product_id: 'monthly' };
    const other = { ...unnamed, app_user_id: 'paul', aliases: [] };
    expect(told(unnamed).subscription).not.toBe(told(other).subscription);
  });

  it('membership never outlives the longest time that an event names by more than three hours', () => {
    const moment = fc.option(fc.integer({ min: 0, max: 8.6e15 }));
    fc.assert(
      fc.property(
        fc.constantFrom('INITIAL_PURCHASE', 'BILLING_ISSUE', 'CANCELLATION', 'EXPIRATION'),
        moment,
        moment,
        (type, expiration, grace) => {
          const changed = changeOf(event({ type, expiration_at_ms: expiration, grace_period_expiration_at_ms: grace }));
          if (changed?.kind !== 'told') return;
          const longest = Math.max(expiration ?? at, grace ?? 0) + 3 * hour;
          expect(changed.subscription.memberUntil.getTime()).toBeLessThanOrEqual(longest);
        },
      ),
    );
  });
});
