import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { simulatedPriceId } from '../../emulators/stripe/catalog.ts';
import type { StripeSimulatorOptions } from '../../emulators/stripe/options.ts';
import { createStripeSimulator } from '../../emulators/stripe/simulator.ts';
import { latestEvents, type StripeTables } from '../../emulators/stripe/store.ts';
import { createStripeGateway } from '../gateways/stripe.ts';
import type { StripeGateway } from '../gateways/stripe-gateway.ts';
import { metadataOf } from '../gateways/stripe-shapes.ts';
import { startHttpServer } from './servers.ts';
import { createFakeClock, createTestDatabase } from './test-database.ts';

export const webhookSecret = 'whsec_of_the_simulators_own_tests';
/** A card that is accepted, as a person types it. */
export const goodCard = { number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123', name: 'Marie Curie' };
export const declinedCard = { ...goodCard, number: '4000 0000 0000 0002' };
export const failingCard = { ...goodCard, number: '4000 0000 0000 0341' };

export const order = {
  mode: 'subscription',
  line_items: [{ price: simulatedPriceId, quantity: 1 }],
  success_url: 'http://localhost:4173/confirmation?checkout={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:4173/dashboard?payment=cancelled',
  customer_email: 'marie@example.com',
  client_reference_id: 'user-1',
  locale: 'fr',
  subscription_data: { trial_period_days: 7, metadata: { userID: 'user-1', portal: 'http://localhost:4173' } },
} satisfies Stripe.Checkout.SessionCreateParams;
const { trial_period_days: _days, ...withoutTrial } = order.subscription_data;
export const orderWithoutTrial = { ...order, subscription_data: withoutTrial };

/** Starts the simulator on a free port, with the official package as its client and a receiver of its events. */
export const startStripeSimulator = async (options: Partial<StripeSimulatorOptions> = {}) => {
  const { database, close: closeDatabase } = await createTestDatabase();
  const clock = createFakeClock(new Date(Math.floor(Date.now() / 1_000) * 1_000));
  const events: Stripe.Event[] = [];
  const rejections: number[] = [];
  const stripeOf = (port: number, key = 'sk_test_simulator') =>
    new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
  const receiver = await startHttpServer(async (request, response) => {
    const body = await text(request);
    const status = rejections.shift() ?? 200;
    if (status === 200) {
      events.push(
        stripeOf(1).webhooks.constructEvent(body, String(request.headers['stripe-signature']), webhookSecret, 1e9),
      );
    }
    response.writeHead(status).end();
  });
  const simulator = await createStripeSimulator({
    database: database.$pickTables<never>(),
    clock,
    publicUrl: 'http://localhost:4175',
    merchant: 'Numeria',
    webhook: { url: receiver.url, secret: webhookSecret },
    ...options,
  });
  const url = await simulator.app.listen({ port: 0, host: '127.0.0.1' });
  const stripe = stripeOf(Number(new URL(url).port));

  const post = (path: string, form: Record<string, string>): Promise<Response> =>
    fetch(url + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const pathOf = (address: string | null): string => new URL(address ?? '').pathname;

  return {
    ...simulator,
    url,
    database,
    clock,
    stripe,
    stripeOf: (key: string) => stripeOf(Number(new URL(url).port), key),
    /** The received events in the order of their arrival, each verified by the package. */
    events,
    /** The statuses of the receiver's next responses. When the list is empty, it accepts events with 200. */
    rejections,
    post,
    get: (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers, redirect: 'manual' }),
    pathOf,
    /** Returns all events, the oldest first. */
    storedEvents: async () =>
      (await latestEvents(database.$pickTables<never>().$extendTables<StripeTables>())).toReversed(),
    /** Opens a checkout and pays it on the page. @returns the session after the payment. */
    buy: async (
      card: Record<string, string> = goodCard,
      params: Stripe.Checkout.SessionCreateParams = order,
    ): Promise<Stripe.Checkout.Session> => {
      const session = await stripe.checkout.sessions.create(params);
      await post(pathOf(session.url), card);
      return stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
    },
    close: async (): Promise<void> => {
      await simulator.stop();
      await simulator.app.close();
      await receiver.close();
      await closeDatabase();
    },
  };
};
export type RunningStripeSimulator = Awaited<ReturnType<typeof startStripeSimulator>>;

/** @throws when the subscription was not expanded. */
export const subscriptionOf = ({
  subscription,
}: Pick<Stripe.Checkout.Session, 'subscription'>): Stripe.Subscription => {
  if (subscription === null || typeof subscription === 'string') throw new Error('not expanded');
  return subscription;
};

export const portal = 'https://portal.numeria.example';

/** An implementation of Stripe for the gateway's tests, with a person who pays. */
export type StripeTarget = {
  gateway: StripeGateway;
  /** Returns the same gateway with another `fetch`. */
  through(network: typeof fetch): StripeGateway;
  /** The official package, to check what the gateway did. */
  stripe: Stripe;
  /** Pays for a subscription like one of our checkouts. */
  buy(userId: string, trialDays: number | null): Promise<{ customerId: string; subscriptionId: string }>;
  close(): Promise<void>;
};

const idOf = (thing: string | { id: string } | null): string => {
  if (thing === null) throw new Error('nothing was bought');
  return typeof thing === 'string' ? thing : thing.id;
};

const trialOf = (days: number | null) => (days === null ? {} : { trial_period_days: days });

/** Opens the simulator, where a coupon can be used and time can pass, too. */
export const openSimulator = async () => {
  const simulator = await startStripeSimulator();
  const port = Number(new URL(simulator.url).port);
  const through = (network: typeof fetch) =>
    createStripeGateway({
      secretKey: 'sk_test_simulator',
      webhookSecrets: ['whsec_of_the_gateways_tests'],
      priceId: simulatedPriceId,
      publicUrl: portal,
      server: { host: '127.0.0.1', port, protocol: 'http' },
      fetch: network,
      // The contract does not cover speed, and the machine may be busy.
      deadline: 10_000,
    });
  return {
    stripe: simulator.stripe,
    gateway: through(fetch),
    through,
    buy: async (userId: string, trialDays: number | null, coupon?: string) => {
      const metadata = metadataOf(userId, `player of ${userId}`, portal);
      const subscription_data = { metadata, ...trialOf(trialDays) };
      const discounts = coupon === undefined ? {} : { discounts: [{ coupon }] };
      const paid = await simulator.buy(goodCard, {
        ...order,
        ...discounts,
        client_reference_id: userId,
        subscription_data,
      });
      return { customerId: idOf(paid.customer), subscriptionId: idOf(paid.subscription) };
    },
    advance: simulator.advance,
    close: simulator.close,
  };
};

/** Opens Stripe's test mode. A page cannot be paid without a browser, so the card is added by the API. */
const openTestMode = async (secretKey: string, priceId: string): Promise<StripeTarget> => {
  const stripe = new Stripe(secretKey, { telemetry: false });
  const made: string[] = [];
  const account = { secretKey, priceId, webhookSecrets: [], publicUrl: portal, deadline: 10_000 };
  const through = (network: typeof fetch) => createStripeGateway({ ...account, fetch: network });
  return {
    stripe,
    gateway: through(fetch),
    through,
    buy: async (userId, trialDays) => {
      const customer = await stripe.customers.create({
        payment_method: 'pm_card_visa',
        invoice_settings: { default_payment_method: 'pm_card_visa' },
        metadata: { run: randomUUID() },
      });
      made.push(customer.id);
      const subscription = await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: priceId }],
        metadata: metadataOf(userId, `player of ${userId}`, portal),
        ...trialOf(trialDays),
      });
      return { customerId: customer.id, subscriptionId: subscription.id };
    },
    close: async () => {
      for (const customer of made) await stripe.customers.del(customer).catch(() => undefined);
    },
  };
};

const key = process.env['STRIPE_TEST_SECRET_KEY'];
const price = process.env['STRIPE_TEST_PRICE_ID'];

/** The simulator, and Stripe's test mode too when the environment names a key and a recurring price. */
export const stripeTargets: [name: string, open: () => Promise<StripeTarget>][] = [
  ['the simulator', openSimulator],
  ...(key?.startsWith('sk_test_') && price !== undefined
    ? [["Stripe's test mode", () => openTestMode(key, price)] satisfies [string, () => Promise<StripeTarget>]]
    : []),
];
