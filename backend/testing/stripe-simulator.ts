import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { simulatedPriceId } from '../../emulators/stripe/catalog.ts';
import type { StripeSimulatorOptions } from '../../emulators/stripe/options.ts';
import { type StripeTables, latestEvents } from '../../emulators/stripe/store.ts';
import { createStripeSimulator } from '../../emulators/stripe/simulator.ts';
import { createFakeClock } from './fake-clock.ts';
import { startHttpServer } from './playfab-emulator.ts';
import { createTestDatabase } from './test-database.ts';

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
