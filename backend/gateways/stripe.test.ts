import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import Stripe from 'stripe';
import { createTestStripe, idOf, order as checkout, type TestStripe } from '../testing/stripe.ts';
import { closeAfterAll, createFakeClock, createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createStripeGateway, type StripeGateway } from './stripe.ts';
import { type CheckoutOrder, metadataOf } from './stripe-gateway.ts';

const portal = 'https://portal.numeria.example';

/** An implementation of Stripe, with a person who pays. */
type StripeTarget = {
  /** The network to the implementation. */
  network: typeof fetch;
  /** Returns the gateway with a network. */
  through(network: typeof fetch): StripeGateway;
  /** The official package, to check what the gateway did. */
  stripe: Stripe;
  /** Pays for a subscription like one of our checkouts. */
  buy(userId: string, trialDays: number | null): Promise<{ customerId: string; subscriptionId: string }>;
  close(): Promise<void>;
};

const subscriptionOf = (userId: string, days: number | null) => ({
  metadata: metadataOf(userId, `player of ${userId}`, portal),
  ...(days !== null && { trial_period_days: days }),
});
const buyAt = async ({ buy }: TestStripe, userId: string, days: number | null, more: object = {}) => {
  const paid = await buy({ ...checkout, ...more, subscription_data: subscriptionOf(userId, days) });
  return { customerId: paid.customerId, subscriptionId: paid.id };
};

const openSimulator = async (): Promise<StripeTarget & { double: TestStripe }> => {
  const { database, close }: TestDatabase = await createTestDatabase();
  const double = createTestStripe({ database, clock: createFakeClock(new Date()) });
  return {
    double,
    stripe: double.stripe,
    network: double.into,
    through: (network) => double.gatewayThrough(network, portal),
    buy: (userId, trialDays) => buyAt(double, userId, trialDays),
    close: async () => {
      await double.close();
      await close();
    },
  };
};

/** Opens Stripe's test mode. A page cannot be paid without a browser, so the card is added by the API. */
const openTestMode = async (secretKey: string, priceId: string): Promise<StripeTarget> => {
  const stripe = new Stripe(secretKey, { telemetry: false });
  const made: string[] = [];
  const account = { secretKey, priceId, webhookSecrets: [], publicUrl: portal, deadline: 10_000 };
  return {
    stripe,
    network: fetch,
    through: (network) => createStripeGateway({ ...account, fetch: network }),
    buy: async (userId, trialDays) => {
      const payment_method = 'pm_card_visa';
      const invoice_settings = { default_payment_method: payment_method };
      const { id: customer } = await stripe.customers.create({ payment_method, invoice_settings });
      made.push(customer);
      const bought = { customer, items: [{ price: priceId }], ...subscriptionOf(userId, trialDays) };
      return { customerId: customer, subscriptionId: (await stripe.subscriptions.create(bought)).id };
    },
    close: async () => {
      for (const customer of made) await stripe.customers.del(customer).catch(() => undefined);
    },
  };
};

const key = process.env['STRIPE_TEST_SECRET_KEY'];
const price = process.env['STRIPE_TEST_PRICE_ID'];

/** The simulator, and Stripe's test mode too when the environment names a key and a recurring price. */
const stripeTargets: [name: string, open: () => Promise<StripeTarget>][] = [
  ['the simulator', openSimulator],
  ...(key?.startsWith('sk_test_') && price !== undefined
    ? [["Stripe's test mode", () => openTestMode(key, price)] satisfies [string, () => Promise<StripeTarget>]]
    : []),
];

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

describe.each(stripeTargets)('the Stripe gateway against %s', async (_name, open) => {
  const target = await closeAfterAll(open());
  const gateway = target.through(target.network);

  /** Returns the refunded amounts of a subscription's newest invoice. */
  const refundsOf = async (subscription: string): Promise<number[]> => {
    const [invoice] = (await target.stripe.invoices.list({ subscription, status: 'paid' })).data;
    const payments = await target.stripe.invoicePayments.list({ invoice: idOf(invoice), status: 'paid' });
    const payment_intent = idOf(payments.data[0]?.payment.payment_intent);
    return (await target.stripe.refunds.list({ payment_intent })).data.map(({ amount }) => amount);
  };

  it('opens a checkout, returns the same one for the same key, and reads it', async () => {
    const order = orderOf();
    const checkout = await gateway.openCheckout(order);
    expect(checkout).toMatchObject({ status: 'open', userId: order.userId, customerId: null, url: expect.any(String) });
    expect((await gateway.openCheckout(order))?.id).toBe(checkout?.id);
    expect(await gateway.checkout(checkout?.id ?? '')).toEqual(checkout);
    expect(await gateway.checkout('cs_test_nobody')).toBeNull();
  });

  it('closes a checkout, and accepts one that is closed or unknown', async () => {
    const id = (await gateway.openCheckout(orderOf()))?.id ?? '';
    for (let time = 0; time < 2; time += 1) await gateway.expireCheckout(id);
    await gateway.expireCheckout('cs_test_nobody');
    expect(await gateway.checkout(id)).toMatchObject({ status: 'expired', url: null });
  });

  it('returns null for an invalid discount or a deleted customer', async () => {
    for (const discount of [{ coupon: 'no-such-coupon' }, { promotion_code: 'promo_nothing' }]) {
      expect(await gateway.openCheckout(orderOf({ discount }))).toBeNull();
    }
    expect(await gateway.openCheckout(orderOf({ customerId: 'cus_nobody' }))).toBeNull();
    expect(await gateway.promotionCode(`NOBODY-${randomUUID().slice(0, 8)}`)).toBeNull();
    expect(await gateway.coupon(`nobody-${randomUUID().slice(0, 8)}`)).toBeNull();
  });

  it('reads the price that is sold', async () => {
    expect(await gateway.price()).toEqual({
      amount: expect.any(Number),
      currency: expect.stringMatching(/^[a-z]{3}$/),
      interval: expect.stringMatching(/^(day|week|month|year)$/),
      intervalCount: expect.any(Number),
    });
  });

  it('converts a subscription to our terms', async () => {
    const { customerId, subscriptionId } = await target.buy('trying', 7);
    const [subscription, ...others] = await gateway.subscriptionsOf(customerId);
    expect(others).toEqual([]);
    expect(subscription).toMatchObject({
      id: subscriptionId,
      customerId,
      userId: 'trying',
      playfabId: 'player of trying',
      portal,
      status: 'trialing',
      endsAt: null,
      next: { amount: expect.any(Number), at: subscription?.trialEnd },
      price: { amount: expect.any(Number), currency: expect.stringMatching(/^[a-z]{3}$/), intervalCount: 1 },
    });
    const trial = Number(subscription?.currentPeriodEnd?.getTime()) - Number(subscription?.createdAt.getTime());
    expect(Math.round(trial / 86_400_000)).toBe(7);
    await target.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
    const ending = (await gateway.subscriptionsOf(customerId))[0];
    expect(ending).toMatchObject({ endsAt: subscription?.trialEnd, next: null });
  });

  it('finds every live subscription of the account', async () => {
    const { subscriptionId } = await target.buy('one-of-all', 7);
    const idsAfter = async (after?: string) =>
      (await gateway.liveSubscriptions(after)).subscriptions.map(({ id }) => id);
    const found = await idsAfter();
    expect(found).toContain(subscriptionId);
    expect(await idsAfter(found[0])).not.toContain(found[0]);
  });

  it('ends a subscription and refunds it, once however often it is called', async () => {
    const { customerId, subscriptionId } = await target.buy('paid-twice', null);
    for (let time = 0; time < 2; time += 1) {
      await gateway.endNow(subscriptionId, customerId);
      expect(await gateway.refund(subscriptionId)).toMatchObject({ refunds: [{ status: 'succeeded' }], refused: null });
    }
    expect((await gateway.subscriptionsOf(customerId))[0]?.status).toBe('ended');
    const [invoice] = (await target.stripe.invoices.list({ subscription: subscriptionId, status: 'paid' })).data;
    expect(await refundsOf(subscriptionId)).toEqual([invoice?.amount_paid]);
  });

  it.each([
    ['balance_insufficient', 'needs_response', 'balance_insufficient'],
    ['charge_disputed', 'needs_response', 'charge_disputed'],
    ['charge_disputed', 'lost', null],
    [null, 'needs_response', 'refund_failed'],
  ])(
    'reports a refund that is refused or fails at once: %s, with a dispute that is %s',
    async (code, status, refused) => {
      const { subscriptionId } = await target.buy(`refused-${code}-${status}`, null);
      const refuses: typeof fetch = async (input, init) => {
        const { pathname } = new URL(String(input));
        if (pathname === '/v1/refunds') {
          if (code === null)
            return Response.json({ id: 're_1', amount: 999, currency: 'usd', object: 'refund', status: 'failed' });
          return Response.json({ error: { type: 'invalid_request_error', code, message: code } }, { status: 400 });
        }
        if (pathname !== '/v1/disputes') return target.network(input, init);
        return Response.json({ object: 'list', data: [{ id: 'dp_1', status }], has_more: false, url: pathname });
      };
      expect(await target.through(refuses).refund(subscriptionId)).toEqual({ refunds: [], refused });
    },
  );

  it('refunds once when two callers ask at the same moment and the customer is deleted', async () => {
    const { customerId, subscriptionId } = await target.buy('asked-by-two', null);
    await gateway.deleteCustomer(customerId);
    await Promise.all([1, 2].map(() => gateway.refund(subscriptionId)));
    expect(await refundsOf(subscriptionId)).toHaveLength(1);
  });

  it('ends a trial without payment, and accepts an unknown subscription', async () => {
    const { customerId, subscriptionId } = await target.buy('tried-twice', 7);
    for (const id of [subscriptionId, 'sub_nobody']) {
      await gateway.endNow(id, customerId);
      expect(await gateway.refund(id)).toEqual({ refunds: [], refused: null });
    }
    expect((await gateway.subscriptionsOf(customerId))[0]?.status).toBe('ended');
  });

  it('reads Stripe’s clock from its answers', async () => {
    const ahead: typeof fetch = async (input, init) => {
      const response = await target.network(input, init);
      const headers = new Headers(response.headers);
      headers.set('date', new Date(Date.now() + 600_000).toUTCString());
      return new Response(await response.arrayBuffer(), { status: response.status, headers });
    };
    const early = target.through(ahead);
    expect(early.atStripe(new Date(0)).getTime()).toBe(0);
    await early.price();
    expect(Math.abs(early.atStripe(new Date(0)).getTime() - 600_000)).toBeLessThan(30_000);
  });

  it('opens the billing pages, deletes a customer for good, and then returns nothing', async () => {
    const { customerId } = await target.buy('leaving', 7);
    expect(await gateway.openBillingPortal(customerId, 'fr', portal)).toMatch(/^https?:/);
    for (let time = 0; time < 2; time += 1) await gateway.deleteCustomer(customerId);
    expect(await gateway.openBillingPortal(customerId, 'en', portal)).toBeNull();
    const left = await gateway.subscriptionsOf(customerId);
    expect(left.filter(({ status }) => status !== 'ended')).toEqual([]);
    expect(await gateway.subscriptionsOf('cus_nobody')).toEqual([]);
  });
});

const secretKey = 'sk_test_x0tqk3J9rAm_yN2bVQ7cZ5dKfW8hLsPuE4gTi1oRv6';
const secretId = 'cs_test_x0tqk3J9rAmyN2bVQ7cZ5dKfW8hLsPuE4gTi1oRv6';

/** The faults that every service can have are in faults.long.test.ts. */
it.each<[string, ResponseInit, object]>([
  [
    'asks us to wait a minute',
    { status: 503, headers: { 'Retry-After': '60', 'Stripe-Should-Retry': 'true' } },
    { name: 'StripeUnavailable' },
  ],
  ['refuses our key', { status: 401 }, { name: 'StripeUnavailable' }],
  ['refuses the call', { status: 400 }, { name: 'StripeRefusal', message: 'checkout.sessions.retrieve: url_invalid' }],
])('throws an error in time that quotes nothing when Stripe %s', async (_, init, expected) => {
  const error = { type: 'invalid_request_error', code: 'url_invalid', message: `${secretKey} ${secretId}` };
  const answering: typeof fetch = async () => Response.json({ error }, init);
  const account = { secretKey, webhookSecrets: [], priceId: 'price_1', publicUrl: portal };
  const gateway = createStripeGateway({ ...account, fetch: answering, deadline: 300 });
  const begun = performance.now();
  const thrown = await gateway.checkout(secretId).catch((reason: unknown) => reason);
  expect(performance.now() - begun).toBeLessThan(1_000);
  expect(thrown).toMatchObject(expected);
  const errorText = thrown instanceof Error ? `${thrown.stack}${JSON.stringify(thrown)}${String(thrown.cause)}` : '';
  for (const secret of [secretKey, secretId]) expect(errorText).not.toContain(secret);
});

describe('a subscription at the simulator', async () => {
  const terms = { percentOff: 20, amountOff: null, currency: null, duration: 'months', months: 3 };
  const target = await closeAfterAll(openSimulator());
  const gateway = target.through(target.network);

  it('reads the terms of a promotion code and of a coupon', async () => {
    expect(await gateway.promotionCode('WELCOME20')).toEqual({ id: 'promo_welcome20', terms });
    expect(await gateway.coupon('welcome20')).toEqual({ terms });
    expect(await gateway.coupon('staff_free')).toMatchObject({
      terms: { percentOff: 100, duration: 'forever', months: null },
    });
    expect(await gateway.promotionCode('LASTYEAR')).toBeNull();
  });

  it('reads no terms of a code that not everybody can use, and finds one customer’s code for that customer only', async () => {
    for (const code of ['FIRST20', 'LARGE20', 'BOOKS20']) {
      expect(await gateway.promotionCode(code)).toEqual({ id: `promo_${code.toLowerCase()}`, terms: null });
    }
    expect(await gateway.coupon('books20')).toEqual({ terms: null });
    expect(await gateway.promotionCode('OWN20', 'cus_other')).toBeNull();
    expect(await gateway.promotionCode('OWN20', 'cus_of_somebody')).toEqual({ id: 'promo_own20', terms: null });
  });

  it('reads the discount of a subscription, alone and in the list of all', async () => {
    const { customerId, subscriptionId } = await buyAt(target.double, 'saving', 7, {
      discounts: [{ coupon: 'welcome20' }],
    });
    const [subscription] = await gateway.subscriptionsOf(customerId);
    const end = subscription?.discounts[0]?.end;
    expect(subscription?.discounts).toEqual([{ terms, end: expect.any(Date) }]);
    expect(end?.getTime()).toBeGreaterThan(subscription?.currentPeriodEnd?.getTime() ?? Infinity);
    const listed = (await gateway.liveSubscriptions()).subscriptions.find(({ id }) => id === subscriptionId);
    expect(listed?.discounts).toEqual([{ terms, end }]);
  });

  it('is refunded every payment, once', async () => {
    const { customerId, subscriptionId } = await target.buy('paying-for-long', null);
    await target.double.advance(40 * 86_400);
    for (let time = 0; time < 2; time += 1) {
      await gateway.endNow(subscriptionId, customerId);
      expect((await gateway.refund(subscriptionId)).refunds).toHaveLength(2);
    }
    expect((await target.stripe.subscriptions.retrieve(subscriptionId)).status).toBe('canceled');
  });

  it('ends with its period, or no longer does', async () => {
    const { subscriptionId } = await target.buy('undecided', 7);
    for (const ends of [true, true, false]) {
      await gateway.endWithPeriod({ id: subscriptionId, scheduleId: null }, ends);
      expect((await target.stripe.subscriptions.retrieve(subscriptionId)).cancel_at_period_end).toBe(ends);
    }
    await expect(gateway.endWithPeriod({ id: 'sub_nobody', scheduleId: null }, true)).resolves.toBeUndefined();
  });
});
