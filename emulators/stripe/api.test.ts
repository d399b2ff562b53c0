import { describe, expect, it } from 'vitest';
import Stripe from 'stripe';
import { failingCard, goodCard, idOf, openTestStripe, order, orderWithoutTrial } from '../../backend/testing/stripe.ts';
import { apiVersion } from './objects.ts';

const day = 86_400;
const declinedCard = '4000 0000 0000 0002';
const double = await openTestStripe();
const { stripe } = double;
const { sessions } = stripe.checkout;

const call = (method: string, path: string, form?: Record<string, string>, key = 'sk_test_raw') =>
  double.into(`http://localhost${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
    ...(form && { body: new URLSearchParams(form).toString() }),
  });

/** https://docs.stripe.com/api/authentication and https://docs.stripe.com/api/errors */
describe('a call', () => {
  it.each(['sk_live_0123456789', 'nonsense'])('is refused for the key %s, which is not repeated', async (key) => {
    const answer = await call('GET', '/v1/subscriptions?status=all', undefined, key);
    expect([answer.status, (await answer.text()).includes(key)]).toEqual([401, false]);
  });

  it('is answered with events of the official package’s version', () => {
    expect(Stripe.API_VERSION).toBe(apiVersion);
  });

  it('returns 404 in Stripe’s format for an unknown route', async () => {
    const answer = await call('GET', '/v1/charges');
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: { type: 'invalid_request_error' } }]);
  });

  it.each(['colour', 'subscription_data[colour]', 'automatic_tax', 'allow_promotion_codes'])(
    'names the unknown parameter %s of a checkout',
    async (param) => {
      const { line_items: _items, subscription_data: _data, ...rest } = order;
      const form = { ...rest, 'line_items[0][price]': 'price_1', 'line_items[0][quantity]': '1', [param]: 'true' };
      const metadata = { 'subscription_data[metadata][userID]': 'user-1' };
      const answer = await call('POST', '/v1/checkout/sessions', { ...form, ...metadata });
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { error: { code: 'parameter_unknown', param } },
      ]);
    },
  );

  it('returns 404 for an unknown id in the path, and 400 for one in a parameter', async () => {
    const missing = { statusCode: 404, code: 'resource_missing' };
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject(missing);
    await expect(stripe.prices.retrieve('price_none')).rejects.toMatchObject(missing);
    const listed = stripe.subscriptions.list({ customer: 'cus_none', status: 'all' });
    await expect(listed).rejects.toMatchObject({ statusCode: 400 });
  });

  it.each([
    ['a customer and an email address', { customer: 'cus_1' }, { param: 'customer' }],
    ['an unknown price', { line_items: [{ price: 'price_none', quantity: 1 }] }, { param: 'line_items[0][price]' }],
    ['an unknown coupon', { discounts: [{ coupon: 'nothing' }] }, { statusCode: 400, code: 'resource_missing' }],
    ['an old code', { discounts: [{ promotion_code: 'promo_lastyear' }] }, { code: 'promotion_code_expired' }],
    [
      'a code for the first purchase without a customer',
      { discounts: [{ promotion_code: 'promo_first20' }] },
      { code: 'promotion_code_customer_missing_first_time' },
    ],
    ['another customer’s code', { discounts: [{ promotion_code: 'promo_own20' }] }, { statusCode: 400 }],
    ['a code with a minimum', { discounts: [{ promotion_code: 'promo_large20' }] }, { statusCode: 400 }],
    ['a code of another product', { discounts: [{ promotion_code: 'promo_books20' }] }, { statusCode: 400 }],
  ])('rejects a checkout with %s', async (_case, change, error) => {
    await expect(sessions.create({ ...order, ...change })).rejects.toMatchObject(error);
  });
});

/** https://docs.stripe.com/api/idempotent_requests */
it('runs calls with the same idempotency key once, and rejects other parameters', async () => {
  const create = () => sessions.create(order, { idempotencyKey: 'k1' });
  const answers = await Promise.all([create(), create(), create()]);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  const other = sessions.create({ ...order, locale: 'en' }, { idempotencyKey: 'k1' });
  await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
});

/** https://docs.stripe.com/api/pagination */
it('returns a list in pages, newest first, for a customer who buys again', async () => {
  const { customer_email: _email, ...withoutEmail } = order;
  const { customerId: customer, id: first } = await double.buy();
  const made = [first];
  while (made.length < 4) made.push((await double.buy({ ...withoutEmail, customer })).id);
  const asked = { customer, status: 'all', limit: 2 } as const;
  const page = await stripe.subscriptions.list(asked);
  expect([page.data.length, page.has_more]).toEqual([2, true]);
  const all: string[] = [];
  for await (const { id } of stripe.subscriptions.list(asked)) all.push(id);
  expect(all).toEqual(made.toReversed());
  const lost = stripe.subscriptions.list({ ...asked, starting_after: 'sub_none' });
  await expect(lost).rejects.toMatchObject({ statusCode: 400, param: 'starting_after' });
});

/** https://docs.stripe.com/api/checkout/sessions and https://docs.stripe.com/testing#cards */
describe('a checkout', () => {
  it('starts a trial of seven days when it is paid, and redirects to the success address', async () => {
    const { id } = await sessions.create(order);
    const answer = await double.post(`/c/pay/${id}`, { number: goodCard });
    const location = `http://localhost:4173/confirmation?checkout=${id}`;
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
    const paid = await sessions.retrieve(id);
    expect(paid).toMatchObject({ status: 'complete', url: null });
    expect(await stripe.customers.retrieve(idOf(paid.customer))).toMatchObject({ email: 'marie@example.com' });
    const subscription = await stripe.subscriptions.retrieve(idOf(paid.subscription));
    expect(subscription).toMatchObject({
      status: 'trialing',
      metadata: { userID: 'user-1', portal: 'http://localhost:4173' },
      items: { data: [{ price: { unit_amount: 999, recurring: { interval: 'month' } } }] },
    });
    expect((subscription.trial_end ?? 0) - subscription.created).toBe(7 * day);
    expect(subscription.items.data[0]?.current_period_end).toBe(subscription.trial_end);
  });

  it.each([
    ['en', order, ['Then US$7.99 per month for 3 months, then US$9.99, until you cancel.', 'US$0']],
    ['fr', orderWithoutTrial, ['7,99 $US par mois pendant 3 mois, puis 9,99 $US']],
  ] as const)('says what the sign-up says, with the end of the discount: %s', async (locale, params, sentences) => {
    const { id } = await sessions.create({ ...params, locale, discounts: [{ promotion_code: 'promo_welcome20' }] });
    const page = (await (await double.into(`http://localhost/c/pay/${id}`)).text()).replaceAll(/\s/g, ' ');
    for (const sentence of sentences) expect(page).toContain(sentence);
  });

  it.each([
    ['a declined card', declinedCard, order],
    ['a card that fails when it is charged, without a trial', failingCard, orderWithoutTrial],
  ])('stays open after %s, and accepts another card', async (_card, number, params) => {
    const { id } = await sessions.create(params);
    const answer = await double.post(`/c/pay/${id}`, { number });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('La carte a été refusée.')]);
    expect(await sessions.retrieve(id)).toMatchObject({ status: 'open', customer: null });
    expect((await double.post(`/c/pay/${id}`, { number: goodCard })).status).toBe(303);
  });

  it('cannot be paid when it was expired, or after a day', async () => {
    const [closed, old] = [await sessions.create(order), await sessions.create(order)];
    expect(old).toMatchObject({ status: 'open', expires_at: double.clock.now().getTime() / 1_000 + day });
    expect(await sessions.expire(closed.id)).toMatchObject({ status: 'expired', url: null });
    await double.advance(day);
    expect(await sessions.retrieve(old.id)).toMatchObject({ status: 'expired', url: null });
    for (const { id } of [closed, old]) {
      expect((await double.post(`/c/pay/${id}`, { number: goodCard })).status).toBe(410);
    }
    await expect(sessions.expire(closed.id)).rejects.toMatchObject({ statusCode: 400 });
  });
});
