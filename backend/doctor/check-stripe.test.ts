import { afterEach, describe, expect, it } from 'vitest';
import { stripeApiVersion } from '../gateways/stripe.ts';
import { type Answer, type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { checkStripe } from './check-stripe.ts';
import { requiredEventTypes } from './stripe-findings.ts';

const now = new Date('2026-11-21T08:00:00Z');
const secretKey = 'sk_live_7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu';
const price = {
  active: true,
  livemode: true,
  currency: 'cad',
  unit_amount: 1299,
  recurring: { interval: 'month', interval_count: 1 },
};
const endpoint = {
  url: 'https://portal.maths-school.org/api/stripe/webhook',
  status: 'enabled',
  livemode: true,
  api_version: stripeApiVersion,
  enabled_events: requiredEventTypes,
};
const features = { subscription_cancel: { enabled: true }, payment_method_update: { enabled: true } };

/** An account without problems, answer by answer. */
const healthy: Record<string, Answer> = {
  '/v1/prices/price_A1': { body: price },
  '/v1/webhook_endpoints': { body: { data: [endpoint] } },
  '/v1/billing_portal/configurations': { body: { data: [{ features }] } },
  '/v1/coupons/staff': { body: { valid: true } },
};

let stripe: AnsweringServer | undefined;
afterEach(() => stripe?.close());

/** Returns what the doctor reports for that account after these changes, without what is right. */
const examine = async (changes: Record<string, Answer>, date = now): Promise<string[]> => {
  const answers = { ...healthy, ...changes };
  stripe = await startAnsweringServer(({ url, headers }) => {
    const { status = 200, body = {} } =
      headers.authorization === `Bearer ${secretKey}` ? (answers[url.pathname] ?? { status: 404 }) : { status: 401 };
    return { status, body, headers: { date: date.toUTCString() } };
  });
  const settings = {
    secretKey,
    priceId: 'price_A1',
    couponIds: ['staff'],
    livemode: true,
    publicUrl: 'https://portal.maths-school.org',
    baseUrl: stripe.url,
  };
  const findings = await checkStripe(settings, now);
  return findings.filter(({ kind }) => kind !== 'right').map(({ kind, sentence }) => `${kind}: ${sentence}`);
};

describe('the doctor’s check of Stripe', () => {
  it('finds nothing wrong in an account that is ready', async () => {
    expect(await examine({})).toEqual([]);
  });

  it('reports that the key is refused, and stops', async () => {
    expect(await examine({ '/v1/prices/price_A1': { status: 401 } })).toEqual([
      'wrong: Stripe rejects STRIPE_SECRET_KEY: set a key that its Dashboard shows.',
    ]);
  });

  it('reports that Stripe does not answer', async () => {
    const settings = { secretKey, priceId: 'p', couponIds: [], livemode: true, publicUrl: null };
    const findings = await checkStripe({ ...settings, baseUrl: 'http://127.0.0.1:9' }, now);
    expect(findings).toEqual([
      {
        kind: 'wrong',
        sentence: 'Stripe does not answer, so STRIPE_SECRET_KEY could not be checked: let this machine reach it.',
      },
    ]);
  });

  it.each([302, 418, 429, 500, 502, 503])('does not count an answer of %i as an accepted key', async (status) => {
    stripe = await startAnsweringServer(() => ({ status, headers: { location: '/elsewhere' } }));
    const settings = { secretKey, priceId: 'p', couponIds: [], livemode: true, publicUrl: null };
    expect(await checkStripe({ ...settings, baseUrl: stripe.url }, now)).toEqual([
      {
        kind: 'wrong',
        sentence: `Stripe answers ${status}, so STRIPE_SECRET_KEY could not be checked: see https://status.stripe.com, and run the doctor again.`,
      },
    ]);
  });

  it.each<[string, Answer, RegExp]>([
    ['does not exist', { status: 404 }, /price.* does not know/],
    ['is archived', { body: { ...price, active: false } }, /archived/],
    ['is paid once', { body: { ...price, recurring: null } }, /one-time price/],
    ['has no fixed amount', { body: { ...price, unit_amount: null } }, /no fixed amount/],
    ['belongs to the other mode', { body: { ...price, livemode: false } }, /other mode/],
    ['is nonsense', { body: 'It works!' }, /unknown response/],
  ])('reports when the price %s', async (_case, answer, sentence) => {
    expect(await examine({ '/v1/prices/price_A1': answer })).toEqual([expect.stringMatching(sentence)]);
  });

  it.each<[string, object, RegExp]>([
    [
      'belongs to another portal',
      { url: 'https://other.maths-school.org/api/stripe/webhook' },
      /has no webhook endpoint/,
    ],
    ['belongs to test mode', { livemode: false }, /has no webhook endpoint/],
    ['is disabled', { status: 'disabled' }, /disabled/],
    ['leaves events out', { enabled_events: ['customer.deleted'] }, /does not send .*subscription\.updated/],
    ['uses another API version', { api_version: '2024-06-20' }, /^note: .*API version/],
  ])('reports when the webhook endpoint %s', async (_case, change, sentence) => {
    const found = await examine({ '/v1/webhook_endpoints': { body: { data: [{ ...endpoint, ...change }] } } });
    expect(found).toEqual([expect.stringMatching(sentence)]);
  });

  it('accepts an endpoint that sends every event', async () => {
    const everything = { ...endpoint, enabled_events: ['*'] };
    expect(await examine({ '/v1/webhook_endpoints': { body: { data: [everything] } } })).toEqual([]);
  });

  it('reports that customers could neither manage nor cancel', async () => {
    const path = '/v1/billing_portal/configurations';
    expect(await examine({ [path]: { body: { data: [] } } })).toEqual([expect.stringMatching(/no saved settings/)]);
    await stripe?.close();
    const off = { features: { ...features, subscription_cancel: { enabled: false } } };
    expect(await examine({ [path]: { body: { data: [off] } } })).toEqual([expect.stringMatching(/cannot cancel/)]);
  });

  it('reports which coupon cannot be used', async () => {
    expect(await examine({ '/v1/coupons/staff': { body: { valid: false } } })).toEqual([
      'wrong: The coupon staff of STRIPE_COUPON_IDS is used up or has expired: take it out, or create another.',
    ]);
  });

  it('does not report what a restricted key may not read', async () => {
    expect(await examine({ '/v1/webhook_endpoints': { status: 403 } })).toEqual([
      expect.stringMatching(/^note: .*restricted/),
    ]);
  });

  it.each([
    [20, []],
    [120, [expect.stringMatching(/^note: .*by 120 s/)]],
    [400, [expect.stringMatching(/^wrong: .*by 400 s/)]],
  ])('judges a clock that differs from Stripe’s by %d s', async (seconds, found) => {
    expect(await examine({}, new Date(now.getTime() - seconds * 1_000))).toEqual(found);
  });
});
