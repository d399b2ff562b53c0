import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import { receiveStripeEvent } from '../../src/contracts/calls/servers.ts';
import { createStripeGateway } from '../gateways/stripe.ts';
import { openTestApi } from '../testing/test-api.ts';
import { testPortal } from '../testing/portal-parts.ts';

const secrets = ['whsec_the_one_that_is_in_use_now', 'whsec_the_one_that_comes_next_week'];
const now = new Date('2026-03-02T09:00:00Z').getTime();
const { webhooks } = new Stripe('sk_test_nobody');

/** The real gateway, of which these tests use only the verification of events. */
const stripe = createStripeGateway({
  secretKey: 'sk_live_nobody',
  webhookSecrets: secrets,
  priceId: 'price_1',
  publicUrl: testPortal,
  now: () => now,
});

/** How many seconds ago each event happened. */
const age = 90;
let made = 0;
const eventOf = (change: { type?: string; livemode?: boolean; object?: object; padding?: string } = {}): string => {
  made += 1;
  const { type = 'customer.subscription.updated', livemode = true, padding } = change;
  const object = change.object ?? { id: 'sub_1', object: 'subscription', customer: `cus_${made}` };
  const created = now / 1_000 - age;
  return JSON.stringify(
    { id: `evt_${made}`, object: 'event', type, created, livemode, padding, data: { object } },
    null,
    2,
  );
};
const signed = (payload: string, secret = secrets[0] ?? '', age = 0): string =>
  webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(now / 1_000) - age });

const hmac = (text: string): string =>
  createHmac('sha256', secrets[0] ?? '')
    .update(text)
    .digest('hex');

describe("Stripe's webhook", async () => {
  const api = await openTestApi({ gateways: { stripe }, settings: { livemode: true } });
  afterEach(async () => {
    api.events.length = 0;
    await api.database.deleteFrom('jobs').execute();
  });

  const send = (payload: string, signature: string | undefined, type = 'application/json') =>
    api.app.inject({
      method: 'POST',
      url: receiveStripeEvent.path,
      headers: { 'content-type': type, ...(signature === undefined ? {} : { 'stripe-signature': signature }) },
      payload,
    });
  const promised = () => api.database.selectFrom('jobs').select(['kind', 'payload', 'key']).execute();

  it('stores one job for a signed event and answers at once', async () => {
    for (const secret of secrets) {
      const body = eventOf();
      for (let time = 0; time < 3; time += 1) {
        const answer = await send(body, signed(body, secret));
        expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
      }
      const job = { kind: 'sync-customer', payload: { customerId: `cus_${made}` }, key: `stripe:evt_${made}` };
      expect((await promised()).at(-1)).toEqual(job);
    }
    expect(await promised()).toHaveLength(2);
    expect(api.events).toEqual(Array(6).fill({ kind: 'webhook', sender: 'stripe', delay: age }));
  });

  type Delivery = { payload: string; signature: string | undefined };
  const event = eventOf();
  const refused: [name: string, Delivery, reason: 'signature' | 'mode'][] = [
    ['no signature', { payload: event, signature: undefined }, 'signature'],
    ['an empty one', { payload: event, signature: '' }, 'signature'],
    ['one that is none', { payload: event, signature: 't=1,v1=00' }, 'signature'],
    ['forged', { payload: event, signature: signed(event, 'whsec_made_up_by_somebody_else') }, 'signature'],
    ['old', { payload: event, signature: signed(event, secrets[0], 301) }, 'signature'],
    ['of the future', { payload: event, signature: signed(event, secrets[0], -301) }, 'signature'],
    ['dated a year ahead', { payload: event, signature: signed(event, secrets[0], -365 * 86_400) }, 'signature'],
    ['dated with no number', { payload: event, signature: `t=NaN,v1=${hmac(`NaN.${event}`)}` }, 'signature'],
    ['dated twice', { payload: event, signature: `t=1,${signed(event)}` }, 'signature'],
    ['changed', { payload: event.replace('cus_', 'cus_x'), signature: signed(event) }, 'signature'],
    ['re-serialised', { payload: JSON.stringify(JSON.parse(event)), signature: signed(event) }, 'signature'],
    ['no event, though signed', { payload: '{"id":"evt_1"}', signature: signed('{"id":"evt_1"}') }, 'signature'],
    ['no JSON, though signed', { payload: 'hello', signature: signed('hello') }, 'signature'],
  ];
  const ofTestMode = eventOf({ livemode: false });
  refused.push(['a test event', { payload: ofTestMode, signature: signed(ofTestMode) }, 'mode']);

  it('refuses a forged, old or re-serialised event, and a test event in production', async () => {
    for (const [name, { payload, signature }, reason] of refused) {
      api.events.length = 0;
      const answer = await send(payload, signature);
      expect([name, answer.statusCode, answer.json()]).toEqual([
        name,
        400,
        { success: false, error: 'INVALID_PAYLOAD' },
      ]);
      expect([name, api.events]).toEqual([name, [{ kind: 'webhook-refused', sender: 'stripe', reason }]]);
    }
    expect(await promised()).toEqual([]);
  });

  it('refuses a signed event that contains NUL, which the database cannot store', async () => {
    const payload = eventOf().replace('"evt_', '"evt_\\u0000');
    expect((await send(payload, signed(payload))).statusCode).toBe(400);
    expect(await promised()).toEqual([]);
  });

  it('accepts an event that is four minutes late', async () => {
    const payload = eventOf();
    expect((await send(payload, signed(payload, secrets[0], 240))).statusCode).toBe(200);
  });

  it.each([
    ['of a kind that the portal does not use', { type: 'invoice.created' }],
    ['of an unknown kind', { type: 'customer.subscription' }],
    ['without a customer', { object: { id: 'in_1', customer: null }, type: 'invoice.paid' }],
  ])('accepts an event %s without creating a job', async (_name, change) => {
    const payload = eventOf(change);
    expect((await send(payload, signed(payload))).statusCode).toBe(200);
    expect(await promised()).toEqual([]);
  });

  it('accepts up to 256 KB, and answers larger or other bodies in the common shape of a failure', async () => {
    const large = eventOf({ padding: 'x'.repeat(200 * 1024) });
    expect((await send(large, signed(large))).statusCode).toBe(200);
    const larger = eventOf({ padding: 'x'.repeat(256 * 1024) });
    const tooLarge = await send(larger, signed(larger));
    expect([tooLarge.statusCode, tooLarge.json().error]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const form = await send('a=b', signed('a=b'), 'application/x-www-form-urlencoded');
    expect([form.statusCode, form.json().error]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});
