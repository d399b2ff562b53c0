import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour } from '../../src/lib/time.ts';
import { createRevenueCatGateway, RevenueCatUnavailable } from './revenuecat.ts';

const end = '2026-04-01T09:00:00Z';
const at = (text: string, later = 0) => new Date(Date.parse(text) + later);

/** The example of https://www.revenuecat.com/docs/api-v1/customers, as a purchase in production. */
const monthly = {
  auto_resume_date: null,
  billing_issues_detected_at: null,
  expires_date: end,
  grace_period_expires_date: null,
  is_sandbox: false,
  original_purchase_date: '2026-02-21T00:42:05Z',
  ownership_type: 'PURCHASED',
  period_type: 'normal',
  purchase_date: '2026-03-02T09:00:00Z',
  refunded_at: null,
  store: 'play_store',
  store_transaction_id: 'GPA.1',
  unsubscribe_detected_at: null,
};

const gatewayOf = (body: unknown, status = 200) => {
  const calls: Request[] = [];
  const gateway = createRevenueCatGateway({
    apiKey: 'sk_key',
    fetch: async (input, init) => {
      calls.push(new Request(input, init));
      return new Response(JSON.stringify(body), { status });
    },
  });
  return { calls, gateway };
};
const read = (subscriptions: object) =>
  gatewayOf({
    request_date: end,
    subscriber: { original_app_user_id: 'marie', subscriptions },
  }).gateway.subscriptionsOf('marie');
const readOne = async (change: object) => (await read({ monthly: { ...monthly, ...change } }))[0];

describe('reading a subscriber of RevenueCat', () => {
  it('asks for the name with the secret key', async () => {
    const { calls, gateway } = gatewayOf({ subscriber: { subscriptions: {} } }, 201);
    expect(await gateway.subscriptionsOf('$RCAnonymousID:a/b')).toEqual([]);
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://api.revenuecat.com/v1/subscribers/%24RCAnonymousID%3Aa%2Fb',
    ]);
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer sk_key');
  });

  it('allows for a renewal that is reported three hours late', async () => {
    expect(await read({ monthly })).toEqual([
      {
        product: 'monthly',
        store: 'google',
        status: 'active',
        periodEnd: at(end),
        memberUntil: at(end, 3 * hour),
        renews: true,
      },
    ]);
  });

  const other = '2026-03-20T09:00:00Z';
  const grace = '2026-04-17T09:00:00Z';
  it.each([
    ['a trial', { period_type: 'trial' }, { status: 'trialing', renews: true }],
    [
      'a cancelled trial',
      { period_type: 'trial', unsubscribe_detected_at: other },
      { status: 'trialing', renews: false },
    ],
    ['a cancellation', { unsubscribe_detected_at: other }, { status: 'active', renews: false, memberUntil: at(end) }],
    ['a pause', { auto_resume_date: grace }, { status: 'active', renews: false, memberUntil: at(end) }],
    ['a prepaid plan', { period_type: 'prepaid' }, { renews: false, memberUntil: at(end) }],
    ['a promotion', { store: 'promotional' }, { store: 'other', renews: false, memberUntil: at(end) }],
    ['a refund', { refunded_at: other }, { status: 'ended', renews: false, memberUntil: at(other) }],
    [
      'a failed charge',
      { billing_issues_detected_at: other, unsubscribe_detected_at: other },
      { status: 'past_due', renews: true, memberUntil: at(end) },
    ],
    [
      'a failed charge in its grace period',
      { billing_issues_detected_at: other, grace_period_expires_date: grace },
      { status: 'past_due', memberUntil: at(grace) },
    ],
    [
      'a failed charge after a former grace period',
      { billing_issues_detected_at: other, grace_period_expires_date: other },
      { memberUntil: at(end) },
    ],
    ['a date that no database stores', { expires_date: '9999-12-31T23:59:59Z' }, { periodEnd: at('9999-01-01') }],
    ['fields that are left out', { auto_resume_date: undefined, refunded_at: undefined }, { status: 'active' }],
  ])('understands %s', async (_, change, expected) => {
    expect(await readOne(change)).toMatchObject(expected);
  });

  it.each([
    ['app_store', 'apple'],
    ['mac_app_store', 'apple'],
    ['play_store', 'google'],
    ['amazon', 'other'],
    ['constructor', 'other'],
  ])('names the store %s %s', async (store, ours) => {
    expect((await readOne({ store }))?.store).toBe(ours);
  });

  it.each([
    ['in the sandbox', { is_sandbox: true }],
    ['at Stripe', { store: 'stripe' }],
    ['in the test store', { store: 'test_store' }],
    ['without an end', { expires_date: null }],
  ])('leaves out what was bought %s', async (_, change) => {
    expect(await read({ yearly: { ...monthly, ...change }, monthly })).toMatchObject([{ product: 'monthly' }]);
  });

  it.each([
    ['another status', {}, 401],
    ['no subscriber', {}, 200],
    ['a date that is none', { subscriber: { subscriptions: { monthly: { ...monthly, expires_date: 'soon' } } } }, 200],
    ['a product with NUL', { subscriber: { subscriptions: { '\0': monthly } } }, 200],
  ])('asks to retry after %s', async (_, body, status) => {
    await expect(gatewayOf(body, status).gateway.subscriptionsOf('marie')).rejects.toThrow(RevenueCatUnavailable);
  });

  it('ends membership at most three hours after the latest time in an answer', async () => {
    const time = fc.option(fc.date({ min: new Date(0), max: at('9998-01-01'), noInvalidDate: true }));
    const iso = (date: Date | null) => date?.toISOString() ?? null;
    await fc.assert(
      fc.asyncProperty(time, time, time, time, async (expires, until, issue, refund) => {
        const one = await readOne({
          expires_date: iso(expires),
          grace_period_expires_date: iso(until),
          billing_issues_detected_at: iso(issue),
          refunded_at: iso(refund),
        });
        if (one === undefined) return;
        const latest = Math.max(...[expires, until, refund].map((date) => date?.getTime() ?? 0));
        expect(one.memberUntil.getTime()).toBeLessThanOrEqual(latest + 3 * hour);
      }),
    );
  });
});
