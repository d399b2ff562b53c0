import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { simulatedPriceId } from '../../emulators/stripe/catalog.ts';
import { metadataOf } from '../gateways/stripe-shapes.ts';
import { createStripeGateway } from '../gateways/stripe.ts';
import type { StripeGateway } from '../gateways/stripe-gateway.ts';
import { goodCard, order, startStripeSimulator } from './stripe-simulator.ts';

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
