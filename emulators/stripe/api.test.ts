import { sql } from 'kysely';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  goodCard,
  order,
  type RunningStripeSimulator,
  startStripeSimulator,
  subscriptionOf,
} from '../../backend/testing/stripe-simulator.ts';
import { simulatedPriceId } from './catalog.ts';
import { apiVersion } from './objects/common.ts';

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

describe('authentication', () => {
  it.each(['sk_live_0123456789', 'nonsense'])('rejects the key %s without repeating it', async (key) => {
    const error = await simulator
      .stripeOf(key)
      .subscriptions.list()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(String(error)).not.toContain(key);
  });

  it('rejects a call for another API version', async () => {
    const headers = { authorization: 'Bearer sk_test_raw', 'stripe-version': '2020-08-27' };
    expect((await simulator.get('/v1/subscriptions', headers)).status).toBe(400);
  });
});

describe('a call', () => {
  it('returns 404 in Stripe’s format for an unknown route', async () => {
    for (const [method, path] of [
      ['GET', '/v1/charges'],
      ['POST', '/v1/products'],
      ['DELETE', '/v1/prices/x'],
      ['POST', '/v1/customers'],
    ] as const) {
      const answer = await call(method, path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    }
    await expect(simulator.stripe.charges.list()).rejects.toMatchObject({ statusCode: 404 });
  });

  it.each([
    ['colour', 'colour'],
    ['subscription_data[colour]', 'subscription_data[colour]'],
    ['automatic_tax[enabled]', 'automatic_tax'],
    ['allow_promotion_codes', 'allow_promotion_codes'],
  ])('rejects a checkout with the unsupported parameter %s, and names it', async (field, param) => {
    const form = { mode: 'subscription', success_url: 'http://a/', 'line_items[0][price]': simulatedPriceId };
    const answer = await call('POST', '/v1/checkout/sessions', { ...form, [field]: 'true' });
    expect(await answer.json()).toMatchObject({ error: { code: 'parameter_unknown', param } });
  });

  it('names a required parameter that is missing', async () => {
    const answer = await call('POST', '/v1/checkout/sessions', { mode: 'subscription', success_url: 'http://a/' });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { code: 'parameter_missing', param: 'line_items' } },
    ]);
  });

  it('returns 404 for an unknown id in the path, and 400 for one in a parameter', async () => {
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

  it('belongs to the API version of the official package', () => {
    expect(Stripe.API_VERSION).toBe(apiVersion);
  });

  it('rejects a checkout with a customer and an email address', async () => {
    const both = { ...order, customer: 'cus_1' };
    await expect(simulator.stripe.checkout.sessions.create(both)).rejects.toMatchObject({ param: 'customer' });
  });
});

describe('an idempotency key', () => {
  it('runs calls with the same idempotency key once, and returns the same response', async () => {
    const create = () => simulator.stripe.checkout.sessions.create(order, { idempotencyKey: 'k1' });
    const answers = await Promise.all([create(), create(), create()]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  it('rejects an idempotency key with other parameters', async () => {
    const { sessions } = simulator.stripe.checkout;
    await sessions.create(order, { idempotencyKey: 'k2' });
    const other = sessions.create({ ...order, locale: 'en' }, { idempotencyKey: 'k2' });
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });
});

describe('a list', () => {
  it('returns a list in pages, newest first', async () => {
    const { customer, subscription } = await simulator.buy();
    const { customer_email: _email, ...rest } = order;
    const made = [subscription];
    for (let index = 0; index < 3; index += 1) {
      made.push((await simulator.buy(goodCard, { ...rest, customer: String(customer) })).subscription);
    }
    const asked = { customer: String(customer), status: 'all', limit: 2 } as const;
    const page = await simulator.stripe.subscriptions.list(asked);
    expect([page.data.length, page.has_more]).toEqual([2, true]);
    const all: string[] = [];
    for await (const { id } of simulator.stripe.subscriptions.list(asked)) all.push(id);
    expect(all).toEqual(made.toReversed().map((one) => subscriptionOf({ subscription: one }).id));
    const lost = simulator.stripe.subscriptions.list({ ...asked, starting_after: 'sub_none' });
    await expect(lost).rejects.toMatchObject({ statusCode: 400, param: 'starting_after' });
  });
});

describe('expand', () => {
  it('replaces an id by its object, also inside a list', async () => {
    const { id } = await simulator.buy(goodCard);
    const expand = ['customer', 'subscription.latest_invoice.payments'];
    expect(await simulator.stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
      customer: { object: 'customer' },
      subscription: { latest_invoice: { object: 'invoice', payments: { object: 'list' } } },
    });
    const { data } = await simulator.stripe.subscriptions.list({ expand: ['data.customer'] });
    expect(data[0]?.customer).toHaveProperty('object', 'customer');
  });

  it('rejects the expansion of a field that cannot be expanded', async () => {
    const expand = ['recurring'];
    await expect(simulator.stripe.prices.retrieve(simulatedPriceId, { expand })).rejects.toMatchObject({
      statusCode: 400,
    });
  });
});

it('stores no card number and no security code', async () => {
  await simulator.buy(goodCard);
  const tables = z.array(z.object({ name: z.string() }));
  const { rows } = await sql`select table_name as name from information_schema.tables
    where table_schema = 'simulated_stripe'`.execute(simulator.database);
  const dump: unknown[] = [];
  for (const { name } of tables.parse(rows)) {
    dump.push((await sql`select * from ${sql.table(`simulated_stripe.${name}`)}`.execute(simulator.database)).rows);
  }
  const text = JSON.stringify(dump);
  expect(text).toContain('"last4":"4242"');
  expect(text).not.toMatch(/4242 ?4242|"123"/);
});
