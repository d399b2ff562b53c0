import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../testing/playfab-emulator.ts';
import { portal, type StripeWorld, stripeWorlds } from '../testing/stripe-worlds.ts';
import { type CheckoutOrder, StripeUnavailable } from './stripe-gateway.ts';
import { createStripeGateway } from './stripe.ts';

const orderOf = (change: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
  userId: 'user-of-the-contract',
  playfabId: 'player-of-the-contract',
  language: 'fr',
  customerId: null,
  email: 'marie@example.com',
  discount: null,
  trialDays: 7,
  successUrl: `${portal}/confirmation?lang=fr&checkout={CHECKOUT_SESSION_ID}`,
  cancelUrl: `${portal}/dashboard?lang=fr&payment=cancelled`,
  idempotencyKey: randomUUID(),
  ...change,
});

describe.each(stripeWorlds)('the Stripe gateway against %s', (_name, open) => {
  let world: StripeWorld;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());

  /** The amounts that were given back for a customer's newest invoice. */
  const refundsOf = async (customer: string): Promise<number[]> => {
    const [invoice] = (await world.stripe.invoices.list({ customer })).data;
    const payments = await world.stripe.invoicePayments.list({ invoice: invoice?.id ?? '' });
    const intent = payments.data[0]?.payment.payment_intent;
    const refunds = await world.stripe.refunds.list({ payment_intent: typeof intent === 'string' ? intent : '' });
    return refunds.data.map(({ amount }) => amount);
  };

  it('opens a checkout, the same one for the same key, and reads it', async () => {
    const order = orderOf();
    const checkout = await world.gateway.openCheckout(order);
    expect(checkout).toMatchObject({ status: 'open', userId: order.userId, customerId: null, url: expect.any(String) });
    expect((await world.gateway.openCheckout(order))?.id).toBe(checkout?.id);
    expect(await world.gateway.checkout(checkout?.id ?? '')).toEqual(checkout);
    expect(await world.gateway.checkout('cs_test_nobody')).toBeNull();
  });

  it('closes a checkout, and one that is closed or unknown too', async () => {
    const id = (await world.gateway.openCheckout(orderOf()))?.id ?? '';
    for (let time = 0; time < 2; time += 1) await world.gateway.expireCheckout(id);
    await world.gateway.expireCheckout('cs_test_nobody');
    expect(await world.gateway.checkout(id)).toMatchObject({ status: 'expired', url: null });
  });

  it('says so when a discount is none, or a customer is gone', async () => {
    for (const discount of [{ coupon: 'no-such-coupon' }, { promotionCode: 'promo_nothing' }]) {
      expect(await world.gateway.openCheckout(orderOf({ discount }))).toBeNull();
    }
    expect(await world.gateway.openCheckout(orderOf({ customerId: 'cus_nobody' }))).toBeNull();
    expect(await world.gateway.promotionCode(`NOBODY-${randomUUID().slice(0, 8)}`)).toBeNull();
  });

  it('reads the price of what is sold', async () => {
    expect(await world.gateway.price()).toEqual({
      amount: expect.any(Number),
      currency: expect.stringMatching(/^[a-z]{3}$/),
      interval: expect.stringMatching(/^(day|week|month|year)$/),
      intervalCount: expect.any(Number),
    });
  });

  it('reads a subscription in our words', async () => {
    const { customerId, subscriptionId } = await world.buy('trying', 7);
    const [subscription, ...others] = await world.gateway.subscriptionsOf(customerId);
    expect(others).toEqual([]);
    expect(subscription).toMatchObject({
      id: subscriptionId,
      customerId,
      userId: 'trying',
      playfabId: 'player of trying',
      portal,
      status: 'trialing',
      cancelAtPeriodEnd: false,
      price: { amount: expect.any(Number), currency: expect.stringMatching(/^[a-z]{3}$/), intervalCount: 1 },
    });
    const trial = Number(subscription?.currentPeriodEnd?.getTime()) - Number(subscription?.createdAt.getTime());
    expect(Math.round(trial / 86_400_000)).toBe(7);
    await world.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
    expect((await world.gateway.subscriptionsOf(customerId))[0]).toMatchObject({ cancelAtPeriodEnd: true });
  });

  it('finds every subscription of the account', async () => {
    const { subscriptionId } = await world.buy('one-of-all', 7);
    const found: string[] = [];
    for await (const { id } of world.gateway.allSubscriptions()) found.push(id);
    expect(found).toContain(subscriptionId);
    await world.buy('newer', 7);
    const [older] = found;
    for await (const { id } of world.gateway.allSubscriptions(older)) expect(id).not.toBe(older);
  });

  it('ends a subscription and gives the money back, once however often it is asked', async () => {
    const { customerId, subscriptionId } = await world.buy('paid-twice', null);
    for (let time = 0; time < 2; time += 1) await world.gateway.cancelAndRefund(subscriptionId);
    expect((await world.gateway.subscriptionsOf(customerId))[0]?.status).toBe('ended');
    const [invoice] = (await world.stripe.invoices.list({ customer: customerId })).data;
    expect(await refundsOf(customerId)).toEqual([invoice?.amount_paid]);
  });

  it('gives the money back before it ends one, so that whoever is stopped in between is not taken for done', async () => {
    const { customerId, subscriptionId } = await world.buy('stopped-half-way', null);
    const stops: typeof fetch = async (input, init) => {
      if (init?.method === 'DELETE') throw new TypeError('fetch failed');
      return fetch(input, init);
    };
    await expect(world.through(stops).cancelAndRefund(subscriptionId)).rejects.toThrow(StripeUnavailable);
    expect((await world.gateway.subscriptionsOf(customerId))[0]?.status).toBe('active');
    expect(await refundsOf(customerId)).toHaveLength(1);
    await world.gateway.cancelAndRefund(subscriptionId);
    expect((await world.gateway.subscriptionsOf(customerId))[0]?.status).toBe('ended');
    expect(await refundsOf(customerId)).toHaveLength(1);
  });

  it('gives the money back, once, also when two ask at the same moment and the customer is gone', async () => {
    const { customerId, subscriptionId } = await world.buy('asked-by-two', null);
    await world.gateway.deleteCustomer(customerId);
    await Promise.all([1, 2].map(() => world.gateway.cancelAndRefund(subscriptionId)));
    expect(await refundsOf(customerId)).toHaveLength(1);
  });

  it('ends a trial for which nothing was paid, and one that nobody knows', async () => {
    const { customerId, subscriptionId } = await world.buy('tried-twice', 7);
    await world.gateway.cancelAndRefund(subscriptionId);
    await world.gateway.cancelAndRefund('sub_nobody');
    expect((await world.gateway.subscriptionsOf(customerId))[0]?.status).toBe('ended');
  });

  it('opens the billing pages, forgets a customer for good, and then knows nothing', async () => {
    const { customerId } = await world.buy('leaving', 7);
    expect(await world.gateway.openBillingPortal(customerId, 'fr', portal)).toMatch(/^https?:/);
    for (let time = 0; time < 2; time += 1) await world.gateway.deleteCustomer(customerId);
    expect(await world.gateway.openBillingPortal(customerId, 'en', portal)).toBeNull();
    const left = await world.gateway.subscriptionsOf(customerId);
    expect(left.filter(({ status }) => status !== 'ended')).toEqual([]);
    expect(await world.gateway.subscriptionsOf('cus_nobody')).toEqual([]);
  });
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const answering =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
  };
const secretKey = 'sk_test_x0tqk3J9rAm_yN2bVQ7cZ5dKfW8hLsPuE4gTi1oRv6';
const secretId = 'cs_test_x0tqk3J9rAmyN2bVQ7cZ5dKfW8hLsPuE4gTi1oRv6';

describe('the Stripe gateway when Stripe is in trouble', () => {
  let close: (() => Promise<void>) | undefined;
  afterEach(async () => close?.());

  const gatewayTo = (url: string) =>
    createStripeGateway({
      secretKey,
      webhookSecrets: [],
      priceId: 'price_1',
      publicUrl: portal,
      server: { host: '127.0.0.1', port: Number(new URL(url).port), protocol: 'http' },
      deadline: 300,
    });
  const caught = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    );

  it.each<[string, Answer]>([
    ['says 500', answering(500, '{"error":{"type":"api_error","message":"x"}}')],
    ['is overloaded', answering(429, '{"error":{"type":"invalid_request_error","code":"rate_limit"}}')],
    ['asks us to wait a minute', answering(503, '{}', { 'Retry-After': '60', 'Stripe-Should-Retry': 'true' })],
    ['does not know our key', answering(401, `{"error":{"message":"Invalid API Key: ${secretKey}"}}`)],
    ['sends HTML', answering(200, '<!doctype html>')],
    ['sends an empty body', answering(200, '')],
    ['sends another shape', answering(200, '{"id":7}')],
    ['hangs up', (_request, response) => response.destroy()],
    ['never answers', () => undefined],
    ['stops in the middle', (_request, response) => response.writeHead(200).write('{"id":')],
    ['sends us elsewhere', (_request, response) => response.writeHead(302, { Location: '/else' }).end()],
  ])('calls it unavailable in time, with no secret in the error: Stripe %s', async (_trouble, answer) => {
    const server = await startServer(answer);
    close = server.close;
    const begun = performance.now();
    const error = await caught(gatewayTo(server.url).checkout(secretId));
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(error).toBeInstanceOf(StripeUnavailable);
    const told = error instanceof Error ? `${error.stack}${JSON.stringify(error)}${String(error.cause)}` : '';
    expect(told).toContain('checkout.sessions.retrieve');
    expect(told).not.toContain(secretKey);
    expect(told).not.toContain(secretId);
    expect(told).not.toContain(new URL(server.url).port);
  });

  it('what nobody expected is a refusal, and a refusal quotes nothing either', async () => {
    const body = `{"error":{"type":"invalid_request_error","code":"url_invalid","message":"${secretId}"}}`;
    const server = await startServer(answering(400, body));
    close = server.close;
    const error = await caught(gatewayTo(server.url).checkout(secretId));
    expect(error).toMatchObject({ name: 'StripeRefusal', message: 'checkout.sessions.retrieve: url_invalid' });
  });

  it('reads all pages or says that it could not', async () => {
    const server = await startServer(answering(500, '{}'));
    close = server.close;
    const all = async () => {
      for await (const _one of gatewayTo(server.url).allSubscriptions());
    };
    expect(await caught(all())).toBeInstanceOf(StripeUnavailable);
  });
});
