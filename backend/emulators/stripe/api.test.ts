import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { goodCard, order, type RunningStripeSimulator, startStripeSimulator } from '../../testing/stripe-simulator.ts';
import { simulatedPriceId } from './catalog.ts';
import { endpointsFor } from './registry.ts';

let simulator: RunningStripeSimulator;
beforeAll(async () => {
  simulator = await startStripeSimulator();
});
afterAll(() => simulator.close());

const call = (method: string, path: string, form: Record<string, string> = {}) =>
  fetch(simulator.url + path, {
    method,
    headers: { authorization: 'Bearer sk_test_raw' },
    ...(method === 'POST' && { body: new URLSearchParams(form) }),
  });

describe('who asks', () => {
  it.each(['sk_live_0123456789', 'nonsense'])(
    'with the key %s is refused, and the key is not repeated',
    async (key) => {
      const error = await simulator
        .stripeOf(key)
        .customers.list()
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
      expect(String(error)).not.toContain(key);
    },
  );

  it('in another version of the API is refused: only one is spoken', async () => {
    const headers = { authorization: 'Bearer sk_test_raw', 'stripe-version': '2020-08-27' };
    expect((await simulator.get('/v1/customers', headers)).status).toBe(400);
  });
});

describe('a call', () => {
  it('an unknown route returns a 404 in Stripe’s format', async () => {
    for (const [method, path] of [
      ['GET', '/v1/charges'],
      ['POST', '/v1/products'],
      ['DELETE', '/v1/prices/x'],
    ] as const) {
      const answer = await call(method, path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    }
    await expect(simulator.stripe.charges.list()).rejects.toMatchObject({ statusCode: 404 });
  });

  it.each([
    ['customers', { colour: 'red' }, 'colour'],
    [
      'checkout/sessions',
      { mode: 'subscription', success_url: 'http://a/', 'subscription_data[colour]': 'x' },
      'subscription_data[colour]',
    ],
    ['checkout/sessions', { mode: 'subscription', 'automatic_tax[enabled]': 'true' }, 'automatic_tax'],
  ])('of %s with a parameter that is not honoured is refused by its name', async (path, form, param) => {
    const fields =
      path === 'customers' ? form : { ...form, success_url: 'http://a/', 'line_items[0][price]': simulatedPriceId };
    const answer = await call('POST', `/v1/${path}`, Object.fromEntries(Object.entries(fields)));
    expect(await answer.json()).toMatchObject({ error: { code: 'parameter_unknown', param } });
  });

  it('without a required parameter names it', async () => {
    const answer = await call('POST', '/v1/checkout/sessions', { mode: 'subscription', success_url: 'http://a/' });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { code: 'parameter_missing', param: 'line_items' } },
    ]);
  });

  it('about something that is not there names it, 404 in the path and 400 in a parameter', async () => {
    const { stripe } = simulator;
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    await expect(stripe.subscriptions.list({ customer: 'cus_none' })).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.prices.retrieve('price_none')).rejects.toMatchObject({ code: 'resource_missing' });
    const session = { ...order, line_items: [{ price: 'price_none', quantity: 1 }] };
    await expect(stripe.checkout.sessions.create(session)).rejects.toMatchObject({ param: 'line_items[0][price]' });
  });

  it('each response has a new request id', async () => {
    const { lastResponse } = await simulator.stripe.customers.list();
    expect(lastResponse.requestId).toMatch(/^req_/);
  });

  it.each([
    ['a customer and an address', { customer: 'cus_1' }, 'customer'],
    [
      'a discount and a box for codes',
      { discounts: [{ coupon: 'welcome20' }], allow_promotion_codes: true },
      'allow_promotion_codes',
    ],
  ])('for a checkout with %s is refused', async (_case, change, param) => {
    await expect(simulator.stripe.checkout.sessions.create({ ...order, ...change })).rejects.toMatchObject({ param });
  });
});

describe('an idempotency key', () => {
  it('gives the same answer for the same parameters and does the thing once', async () => {
    const create = () => simulator.stripe.customers.create({ email: 'key@example.com' }, { idempotencyKey: 'k1' });
    const answers = await Promise.all([create(), create(), create()]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await simulator.stripe.customers.list({ email: 'key@example.com' })).data).toHaveLength(1);
  });

  it('with other parameters is refused', async () => {
    await simulator.stripe.customers.create({ name: 'one' }, { idempotencyKey: 'k2' });
    const other = simulator.stripe.customers.create({ name: 'two' }, { idempotencyKey: 'k2' });
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });
});

describe('a list', () => {
  it('comes page by page, newest first, and ends', async () => {
    const made: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      made.push((await simulator.stripe.customers.create({ email: 'list@example.com' })).id);
    }
    const page = await simulator.stripe.customers.list({ email: 'list@example.com', limit: 3 });
    expect([page.data.length, page.has_more]).toEqual([3, true]);
    const all: string[] = [];
    for await (const { id } of simulator.stripe.customers.list({ email: 'list@example.com', limit: 3 })) all.push(id);
    expect(all).toEqual(made.toReversed());
    const before = await simulator.stripe.customers.list({
      email: 'list@example.com',
      limit: 2,
      ending_before: made[0] ?? '',
    });
    expect(before.data.map(({ id }) => id)).toEqual([made[2], made[1]]);
  });
});

describe('expand', () => {
  it('puts the object in the place of its id, also inside a list', async () => {
    const { id } = await simulator.buy(goodCard);
    const expand = ['customer', 'subscription.latest_invoice.payments'];
    expect(await simulator.stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
      customer: { object: 'customer' },
      subscription: { latest_invoice: { object: 'invoice', payments: { object: 'list' } } },
    });
    const { data } = await simulator.stripe.subscriptions.list({ expand: ['data.customer'] });
    expect(data[0]?.customer).toHaveProperty('object', 'customer');
  });

  it('of what cannot be expanded is refused', async () => {
    const expand = ['recurring'];
    await expect(simulator.stripe.prices.retrieve(simulatedPriceId, { expand })).rejects.toMatchObject({
      statusCode: 400,
    });
  });
});

it('keeps no card number, code or live key', async () => {
  await simulator.buy(goodCard);
  const tables = z.array(z.object({ name: z.string() }));
  const { rows } = await sql`select table_name as name from information_schema.tables
    where table_schema = 'stripe_simulator'`.execute(simulator.database);
  const dump: unknown[] = [];
  for (const { name } of tables.parse(rows)) {
    dump.push((await sql`select * from ${sql.table(`stripe_simulator.${name}`)}`.execute(simulator.database)).rows);
  }
  const text = JSON.stringify(dump);
  expect(text).toContain('"last4":"4242"');
  expect(text).not.toMatch(/4242 ?4242|"123"/);
});

it('supports what SUPPORTED.md says, no more and no less', () => {
  const rows = readFileSync('backend/emulators/stripe/SUPPORTED.md', 'utf8').matchAll(
    /^\| `(GET|POST|DELETE) (\/v1[^`]*)`/gm,
  );
  const listed = [...rows].map(([, method, path]) => `${method} ${path}`);
  expect(listed.toSorted()).toEqual(
    endpointsFor('')
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted(),
  );
});
