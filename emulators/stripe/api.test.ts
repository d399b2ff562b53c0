import { sql } from 'kysely';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  declinedCard,
  failingCard,
  goodCard,
  order,
  orderWithoutTrial,
  type RunningStripeSimulator,
  startStripeSimulator,
  subscriptionOf,
} from '../../backend/testing/stripe-simulator.ts';
import { simulatedPriceId } from './catalog.ts';
import { apiVersion } from './objects/common.ts';

const day = 86_400;
const { customer_email: _email, ...orderWithoutEmail } = order;

let simulator: RunningStripeSimulator;
let sessions: Stripe['checkout']['sessions'];
beforeAll(async () => {
  simulator = await startStripeSimulator();
  ({ sessions } = simulator.stripe.checkout);
});
afterAll(() => simulator.close());

const call = (method: string, path: string, form: Record<string, string> = {}) =>
  fetch(simulator.url + path, {
    method,
    headers: { authorization: 'Bearer sk_test_raw' },
    ...(method === 'POST' && { body: new URLSearchParams(form) }),
  });
const pageOf = async (params: Stripe.Checkout.SessionCreateParams): Promise<string> =>
  simulator.pathOf((await sessions.create(params)).url);
const textOf = async (answer: Promise<Response>): Promise<string> => (await answer).text();

/** https://docs.stripe.com/api/authentication and https://docs.stripe.com/api/errors */
describe('a call', () => {
  it.each(['sk_live_0123456789', 'nonsense'])('is refused for the key %s, which is not repeated', async (key) => {
    const listed = simulator.stripeOf(key).subscriptions.list();
    const error: unknown = await listed.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(String(error)).not.toContain(key);
  });

  it('is refused for another API version than that of the official package', async () => {
    expect(Stripe.API_VERSION).toBe(apiVersion);
    const headers = { authorization: 'Bearer sk_test_raw', 'stripe-version': '2020-08-27' };
    expect((await simulator.get('/v1/subscriptions', headers)).status).toBe(400);
  });

  it.each([
    ['GET', '/v1/charges'],
    ['POST', '/v1/products'],
    ['DELETE', '/v1/prices/x'],
    ['POST', '/v1/customers'],
  ])('returns 404 in Stripe’s format for the unknown route %s %s', async (method, path) => {
    const answer = await call(method, path);
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: { type: 'invalid_request_error' } }]);
  });

  it.each([
    [{ colour: 'true' }, 'parameter_unknown', 'colour'],
    [{ 'subscription_data[colour]': 'true' }, 'parameter_unknown', 'subscription_data[colour]'],
    [{ 'automatic_tax[enabled]': 'true' }, 'parameter_unknown', 'automatic_tax'],
    [{ allow_promotion_codes: 'true' }, 'parameter_unknown', 'allow_promotion_codes'],
    [{}, 'parameter_missing', 'line_items'],
  ])('names the parameter of a checkout with %j that is unknown or missing', async (change, code, param) => {
    const items = code === 'parameter_missing' ? {} : { 'line_items[0][price]': simulatedPriceId };
    const form = { mode: 'subscription', success_url: 'http://a/', ...items, ...change };
    const answer = await call('POST', '/v1/checkout/sessions', form);
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code, param } }]);
  });

  it('returns 404 for an unknown id in the path, and 400 for one in a parameter', async () => {
    const { stripe } = simulator;
    const missing = { statusCode: 404, code: 'resource_missing' };
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject(missing);
    await expect(stripe.subscriptions.list({ customer: 'cus_none' })).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.prices.retrieve('price_none')).rejects.toMatchObject({ code: 'resource_missing' });
    const session = sessions.create({ ...order, line_items: [{ price: 'price_none', quantity: 1 }] });
    await expect(session).rejects.toMatchObject({ param: 'line_items[0][price]' });
  });

  it.each([
    ['a customer and an email address', { customer: 'cus_1' }, { param: 'customer' }],
    ['an unknown coupon', { discounts: [{ coupon: 'nothing' }] }, { statusCode: 400, code: 'resource_missing' }],
    ['an old code', { discounts: [{ promotion_code: 'promo_lastyear' }] }, { code: 'promotion_code_expired' }],
  ])('rejects a checkout with %s', async (_case, change, error) => {
    await expect(sessions.create({ ...order, ...change })).rejects.toMatchObject(error);
  });
});

/** https://docs.stripe.com/api/idempotent_requests */
describe('an idempotency key', () => {
  it('runs calls with the same parameters once, and rejects other parameters', async () => {
    const create = () => sessions.create(order, { idempotencyKey: 'k1' });
    const answers = await Promise.all([create(), create(), create()]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const other = sessions.create({ ...order, locale: 'en' }, { idempotencyKey: 'k1' });
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });
});

/** https://docs.stripe.com/api/pagination and https://docs.stripe.com/api/expanding_objects */
describe('a list', () => {
  it('is returned in pages, newest first, for a customer who buys again', async () => {
    const { customer, subscription } = await simulator.buy();
    const made = [subscription];
    for (let index = 0; index < 3; index += 1) {
      const again = await simulator.buy(goodCard, { ...orderWithoutEmail, customer: String(customer) });
      expect(again.customer).toBe(customer);
      made.push(again.subscription);
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

  it('contains objects instead of ids on request, and of fields with an id only', async () => {
    const { id } = await simulator.buy(goodCard);
    const expand = ['customer', 'subscription.latest_invoice.payments'];
    expect(await sessions.retrieve(id, { expand })).toMatchObject({
      customer: { object: 'customer' },
      subscription: { latest_invoice: { object: 'invoice', payments: { object: 'list' } } },
    });
    const { data } = await simulator.stripe.subscriptions.list({ expand: ['data.customer'] });
    expect(data[0]?.customer).toHaveProperty('object', 'customer');
    const wrong = simulator.stripe.prices.retrieve(simulatedPriceId, { expand: ['recurring'] });
    await expect(wrong).rejects.toMatchObject({ statusCode: 400 });
  });
});

/** https://docs.stripe.com/api/checkout/sessions and https://docs.stripe.com/testing#cards */
describe('a checkout', () => {
  it('is open for 24 hours and has no customer', async () => {
    const session = await sessions.create(order);
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      customer: null,
      subscription: null,
      client_reference_id: 'user-1',
      url: `http://localhost:4175/c/pay/${session.id}`,
    });
    expect(session.expires_at - session.created).toBe(day);
  });

  it('starts a trial of seven days when it is paid, and redirects to the success address', async () => {
    const { id, url } = await sessions.create(order);
    const answer = await simulator.post(simulator.pathOf(url), goodCard);
    const location = `http://localhost:4173/confirmation?checkout=${id}`;
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
    const paid = await sessions.retrieve(id, { expand: ['subscription', 'customer'] });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      url: null,
      customer: { email: 'marie@example.com' },
    });
    const subscription = subscriptionOf(paid);
    expect(subscription).toMatchObject({
      status: 'trialing',
      metadata: { userID: 'user-1', portal: 'http://localhost:4173' },
      items: { data: [{ price: { unit_amount: 999, recurring: { interval: 'month' } } }] },
    });
    expect((subscription.trial_end ?? 0) - subscription.created).toBe(7 * day);
    expect(subscription.items.data[0]?.current_period_end).toBe(subscription.trial_end);
  });

  it('charges the price at once without a trial, less the discount of a promotion code', async () => {
    const paid = await simulator.buy(goodCard, orderWithoutTrial);
    expect(paid).toMatchObject({ payment_status: 'paid', amount_total: 999 });
    expect(subscriptionOf(paid).status).toBe('active');
    const { data } = await simulator.stripe.promotionCodes.list({ code: 'welcome20', active: true });
    const discounts = [{ promotion_code: data[0]?.id ?? '' }];
    const total = { amount_subtotal: 999, amount_total: 799 };
    expect(await simulator.buy(goodCard, { ...orderWithoutTrial, discounts })).toMatchObject(total);
    expect((await simulator.stripe.promotionCodes.list({ code: 'LASTYEAR', active: true })).data).toEqual([]);
  });

  it.each([
    ['a declined card', declinedCard, order],
    ['a card that fails when it is charged, without a trial', failingCard, orderWithoutTrial],
  ])('stays open after %s, and accepts another card', async (_card, card, params) => {
    const session = await sessions.create(params);
    const path = simulator.pathOf(session.url);
    const answer = await simulator.post(path, card);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('La carte a été refusée.')]);
    expect(await sessions.retrieve(session.id)).toMatchObject({ status: 'open', customer: null });
    expect((await simulator.post(path, goodCard)).status).toBe(303);
  });

  it('cannot be paid when it is expired', async () => {
    const session = await sessions.create(order);
    expect(await sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null });
    expect((await simulator.post(simulator.pathOf(session.url), goodCard)).status).toBe(410);
    await expect(sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('the checkout page', () => {
  it('is marked as a simulation, as the billing page is, without scripts and external files', async () => {
    const { customer } = await simulator.buy();
    const billing = await simulator.stripe.billingPortal.sessions.create({ customer: String(customer) });
    for (const path of [await pageOf(order), simulator.pathOf(billing.url), '/', '/c/pay/none', '/p/session/none']) {
      const answer = await simulator.get(path);
      const page = await answer.text();
      expect([path, /simulation/i.test(page)]).toEqual([path, true]);
      expect(page).not.toMatch(/<script|style=|\son\w+=/);
      const policy = /^default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self';/;
      expect(answer.headers.get('content-security-policy')).toMatch(policy);
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('shows the product, the charges with their dates, and a link back', async () => {
    const discounts = [{ promotion_code: 'promo_welcome20' }];
    const page = await textOf(simulator.get(await pageOf({ ...order, locale: 'en', discounts })));
    for (const text of [
      'Subscribe to Family membership',
      'Then $7.99 a month',
      'Discount WELCOME20 (20%)',
      'href="http://localhost:4173/dashboard?payment=cancelled"',
    ])
      expect(page).toContain(text);
    expect(page).toMatch(/Free until \w+\u00a0\d+,\u00a0\d{4}/);
    expect(page).toMatch(/Due today<\/dt><dd>\$0\.00/);
    const browser = { 'accept-language': 'fr-CA,en;q=0.5' };
    const automatic = simulator.get(await pageOf({ ...order, locale: 'auto' }), browser);
    expect(await textOf(automatic)).toContain('<html lang="fr">');
  });

  it('links each error to its field, focuses the first one, and keeps typed text except the card', async () => {
    const path = await pageOf({ ...order, locale: 'en' });
    const wrong = { number: '1234 5678', expiry: '13/99', cvc: '12', name: 'Marie "<b>' };
    const page = await textOf(simulator.post(path, wrong));
    for (const text of ['<title>Error: ', 'role="alert"', 'value="Marie &quot;&lt;b&gt;"'])
      expect(page).toContain(text);
    for (const field of ['number', 'expiry', 'cvc']) {
      const described = `id="${field}"[^>]*aria-describedby="${field}-hint ${field}-error"[^>]*aria-invalid="true"`;
      expect(page).toMatch(new RegExp(described));
      expect(page).toContain(`id="${field}-error"`);
    }
    expect(page.match(/autofocus/g)).toHaveLength(1);
    expect(page).not.toContain('1234 5678');
  });

  it('rejects a card number that could be real, an expired card, and a missing email address', async () => {
    const path = await pageOf({ ...orderWithoutEmail, locale: 'en' });
    const said = (card: object) => textOf(simulator.post(path, { ...goodCard, ...card }));
    expect(await said({ number: '4111111111111111' })).toContain('none of the test numbers');
    expect(await said({ expiry: '01/20' })).toContain('This card has expired.');
    expect(await said({})).toContain('Write an email address');
    expect((await simulator.post(path, { ...goodCard, email: 'typed@example.com' })).status).toBe(303);
    const paid = await sessions.retrieve(path.slice('/c/pay/'.length), { expand: ['customer'] });
    expect(paid.customer).toMatchObject({ email: 'typed@example.com' });
    expect(await textOf(simulator.get(path))).toContain('There is nothing more to pay here.');
  });

  it('permits the redirect to the success address', async () => {
    const policy = (await simulator.get(await pageOf(order))).headers.get('content-security-policy');
    expect(policy).toContain("form-action 'self' http://localhost:4173;");
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
