import { sql } from 'kysely';
import Stripe from 'stripe';
import { simulatedPriceId } from '../../emulators/stripe/catalog.ts';
import { type Invoice, newInvoice, subscriptionIdOf } from '../../emulators/stripe/invoice-objects.ts';
import { type Card, dateOf, due, hidden, periodEndOf, periodOf, unix } from '../../emulators/stripe/objects.ts';
import { createStripeSimulator } from '../../emulators/stripe/simulator.ts';
import { receiveStripeEvent } from '../../src/contracts/calls/servers.ts';
import { findCustomer, get, list, save } from '../../emulators/stripe/store.ts';
import type { Database } from '../db/database.ts';
import type { StripeSubscription } from '../gateways/stripe-gateway.ts';
import { createStripeGateway } from '../gateways/stripe.ts';
import { createFetchInto, testPortal } from './portal-parts.ts';
import { closeAfterAll, createFakeClock, createTestDatabase, type FakeClock } from './test-database.ts';

export const webhookSecret = 'whsec_of_the_simulator_in_tests';
/** Stripe's test cards, as a person types them. */
export const goodCard = '4242 4242 4242 4242';
export const failingCard = '4000 0000 0000 0341';

/** A checkout as one of the portal's. */
export const order = {
  mode: 'subscription',
  line_items: [{ price: simulatedPriceId, quantity: 1 }],
  success_url: 'http://localhost:4173/confirmation?checkout={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:4173/dashboard?payment=cancelled',
  customer_email: 'marie@example.com',
  client_reference_id: 'user-1',
  locale: 'fr',
  subscription_data: { trial_period_days: 7, metadata: { userID: 'user-1', portal: testPortal } },
} satisfies Stripe.Checkout.SessionCreateParams;
const { trial_period_days: _days, ...withoutTrial } = order.subscription_data;
export const orderWithoutTrial = { ...order, subscription_data: withoutTrial };

/** Returns the id in the address of one of Stripe's pages. */
export const pageIdOf = (url: string | null): string => new URL(url ?? '').pathname.split('/').at(-1) ?? '';

/** @throws when there is no id. */
export const idOf = (thing: string | { id: string } | null | undefined): string => {
  if (thing === null || thing === undefined) throw new Error('Stripe has no such object');
  return typeof thing === 'string' ? thing : thing.id;
};

type Change = Partial<Pick<StripeSubscription, 'status' | 'currentPeriodEnd' | 'portal'>> & {
  cancelAtPeriodEnd?: boolean;
};

/** Returns an outage. Without this header the package would wait for half a second and call again. */
export const noAnswer = (): Response => Response.json({}, { status: 503, headers: { 'stripe-should-retry': 'false' } });

type Place = { database: Database; clock: FakeClock };

/**
 * Creates Stripe's simulator in this process, with the real gateway. Its first call adds the tables.
 * @param random decides about the delays of events; by default they arrive at once
 */
export const createTestStripe = (
  { database, clock }: Place,
  receive: typeof fetch = async () => new Response(),
  random: () => number = () => 0,
) => {
  const open = () =>
    createStripeSimulator({
      database: database.withoutPlugins().$pickTables<never>(),
      clock,
      publicUrl: 'http://localhost:4175',
      merchant: 'Numeria',
      webhook: { url: `${testPortal}${receiveStripeEvent.path}`, secret: webhookSecret },
      fetch: receive,
      random,
    });
  let opened: ReturnType<typeof open> | undefined;
  const simulator = () => (opened ??= open());
  const into = createFetchInto(async () => (await simulator()).app);
  const tables = async () => {
    await simulator();
    return database.withoutPlugins().$pickTables<never>();
  };

  const calls: string[] = [];
  const failing = new Map<string, { calls: RegExp; code: string | null }>();
  let script: { call: RegExp; act: () => unknown } | null = null;
  /** Makes the portal's calls. */
  const network: typeof fetch = async (input, init) => {
    const call = `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`;
    calls.push(call);
    const whole = `${call} ${String(init?.body ?? '')}`;
    if (script?.call.test(whole)) {
      const { act } = script;
      script = null;
      await act();
    }
    const codes = [...failing.values()].flatMap((one) => (one.calls.test(whole) ? [one.code] : []));
    if (codes.length === 0) return into(input, init);
    if (codes.includes(null)) return noAnswer();
    return Response.json({ error: { type: 'invalid_request_error', code: codes[0] } }, { status: 400 });
  };
  const gatewayThrough = (send: typeof fetch, publicUrl = testPortal) =>
    createStripeGateway({
      secretKey: 'sk_test_simulator',
      webhookSecrets: [webhookSecret],
      priceId: simulatedPriceId,
      publicUrl,
      fetch: send,
      deadline: 10_000,
      now: () => clock.now().getTime(),
    });
  const post = (path: string, form: Record<string, string>): Promise<Response> =>
    into(`http://localhost${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
  const subscription = async (id: string): Promise<StripeSubscription> => {
    const { customer } = await get(await tables(), 'subscription', id);
    const found = (await gatewayThrough(into).subscriptionsOf(customer)).find((one) => one.id === id);
    if (found === undefined) throw new Error(`Stripe has no subscription ${id}`);
    return found;
  };
  /** Changes a stored object, in Stripe's terms. */
  const patch = async (id: string, to: object, hidden: object = {}): Promise<void> => {
    await sql`update stripe_emulator.objects set object = object || ${JSON.stringify(to)}::jsonb,
      hidden = hidden || ${JSON.stringify(hidden)}::jsonb where id = ${id}`.execute(await tables());
  };

  const addInvoice = async (
    of: { id: string | null; customer: string },
    to: Partial<Invoice> = {},
    paymentIntent: string | null = null,
  ): Promise<Invoice> => {
    const now = clock.now();
    const line = { amount: 999 };
    const status_transitions = { paid_at: to.status === 'paid' ? unix(now) : null };
    const invoice = { ...newInvoice(now, of, [line]), status_transitions, ...to };
    return save(await tables(), { ...invoice, [hidden]: { paymentIntent } });
  };

  /** The official package. */
  const stripe = new Stripe('sk_test_simulator', { telemetry: false, httpClient: Stripe.createFetchHttpClient(into) });
  /** Pays on the page; without a trial, it starts with a payment. @throws when the page cannot be paid any more. */
  const pay = async (page: string, { card = goodCard, trial = true } = {}): Promise<StripeSubscription> => {
    if (!trial) await patch(page, {}, { trialDays: null });
    const { status } = await post(`/c/pay/${page}`, { number: card, email: 'typed@example.com' });
    if (status !== 303) throw new Error(`The page answers ${status}`);
    return subscription(idOf((await get(await tables(), 'checkout.session', page)).subscription));
  };

  return {
    clock,
    simulator,
    stripe,
    gateway: gatewayThrough(network),
    gatewayThrough,
    network,
    /** Makes a call without a script. */
    into,
    post,
    /** The calls of the gateway in their order, such as `GET /v1/subscriptions`. */
    calls,
    /** Refuses calls such as `POST /v1/refunds payment_intent=pi_1` with this code, or fails as in an outage. */
    fail: (which: RegExp = /./, code: string | null = null): void => {
      failing.set(which.source, { calls: which, code });
    },
    /** Ends the failures of a pattern. @returns whether there were any. */
    heal: (which: RegExp = /./): boolean => failing.delete(which.source),
    /** Forgets everything that was sold, delivered or scripted. */
    clear: async (): Promise<void> => {
      const trx = await tables();
      await sql`delete from stripe_emulator.objects`.execute(trx);
      await sql`delete from stripe_emulator.deliveries`.execute(trx);
      failing.clear();
      calls.length = 0;
      script = null;
    },
    /** Acts once, when the next of these calls arrives, before Stripe gets it. */
    before: (call: RegExp, act: () => unknown): void => {
      script = { call, act };
    },
    /** Sends the events that are due to the receiver, after everything that time has changed. */
    deliver: async (): Promise<void> => (await simulator()).deliver(),
    advance: async (seconds: number) => (await simulator()).advance(seconds),
    /** Returns what was ordered on a payment page. */
    orderOf: async (id: string) => {
      const session = await get(await tables(), 'checkout.session', id);
      return { ...session, ...session[hidden] };
    },
    checkoutsOf: async (userId: string) =>
      (await list(await tables(), 'checkout.session')).filter((session) => session.client_reference_id === userId),
    subscription,
    pay,
    /** Orders a subscription by the official package, and pays it. */
    buy: async (params: Stripe.Checkout.SessionCreateParams = order, card = goodCard): Promise<StripeSubscription> =>
      pay((await stripe.checkout.sessions.create(params)).id, { card }),
    /** Changes a subscription as Stripe or its billing pages would. */
    change: async (id: string, { status, cancelAtPeriodEnd, currentPeriodEnd, portal }: Change): Promise<void> => {
      const { metadata, items } = await get(await tables(), 'subscription', id);
      await patch(id, {
        // Null is a subscription whose first payment is not settled.
        ...(status !== undefined && { status: status === 'ended' ? 'canceled' : (status ?? 'incomplete') }),
        ...(cancelAtPeriodEnd !== undefined && { cancel_at_period_end: cancelAtPeriodEnd, cancel_at: null }),
        ...(currentPeriodEnd && { items: periodOf(clock.now(), currentPeriodEnd, items.data) }),
        ...(portal !== undefined && { metadata: { ...metadata, portal } }),
      });
    },
    /** Adds a paid subscription like another one, with these changes. The customer may be new. */
    add: async (like: string, { id, customer }: { id: string; customer: string }, to: object = {}): Promise<void> => {
      const trx = await tables();
      await save(trx, { id: customer, object: 'customer', created: 0, email: '' });
      const copy = { ...(await get(trx, 'subscription', like)), ...to, id, customer };
      await save(trx, { ...copy, [due]: null });
      await addInvoice(copy, { status: 'paid', amount_paid: 999 }, `pi_${id}`);
    },
    /**
     * Adds an invoice of 999, a draft unless `to` says otherwise. Without an id of a subscription, it is of another
     * product.
     */
    addInvoice,
    /** Replaces the card: `refundsLate` and `refundFails` decide about refunds of earlier payments, too. */
    useCard: (id: string, card: Card): Promise<void> => patch(id, {}, { card }),
    /** Sets the quantities of a subscription's items, one for each, as an operator does in Stripe's Dashboard. */
    setQuantities: async (id: string, ...quantities: number[]): Promise<void> => {
      const { items } = await get(await tables(), 'subscription', id);
      const [first] = items.data;
      const data = quantities.map((quantity, index) => ({ ...first, id: `${id}_${index}`, quantity }));
      await patch(id, { items: { ...items, data } });
    },
    /** Returns everything that was sold, the newest first, with its payments and what of them goes back, in cents. */
    books: async () => {
      const trx = await tables();
      const refunds = (await list(trx, 'refund')).filter(({ status }) => status !== 'failed');
      const paid = (await list(trx, 'invoice')).filter((invoice) => invoice.amount_paid > 0);
      return (await list(trx, 'subscription')).map((sold) => {
        const periodEnd = periodEndOf(sold);
        const cancelAt = sold.cancel_at === null ? null : dateOf(sold.cancel_at);
        const payments = paid.flatMap((invoice) => {
          if (subscriptionIdOf(invoice) !== sold.id) return [];
          const mine = refunds.filter(({ payment_intent: of }) => of === invoice[hidden].paymentIntent);
          const refunded = mine.reduce((sum, { amount }) => sum + amount, 0);
          const { amount_paid: amount, status_transitions: moments } = invoice;
          return [{ amount, refunded, at: dateOf(moments.paid_at ?? 0) }];
        });
        return {
          id: sold.id,
          isOver: sold.status === 'canceled',
          isTrial: sold.status === 'trialing',
          createdAt: dateOf(sold.created),
          trialEnd: sold.trial_end === null ? null : dateOf(sold.trial_end),
          currentPeriodEnd: periodEnd,
          endsAt: sold.cancel_at_period_end ? periodEnd : cancelAt,
          payments,
        };
      });
    },
    /** Returns whether a payment of a subscription was refunded. */
    isRefunded: async (id: string): Promise<boolean> => {
      const refunds = (await list(await tables(), 'refund')).map((refund) => refund.payment_intent);
      const paid = (await list(await tables(), 'invoice')).filter((invoice) => subscriptionIdOf(invoice) === id);
      return paid.some((invoice) => refunds.includes(invoice[hidden].paymentIntent));
    },
    hasCustomer: async (id: string) => (await findCustomer(await tables(), id)) !== undefined,
    /** Returns all events, the oldest first. */
    events: async () => (await list(await tables(), 'event')).toReversed(),
    close: async (): Promise<void> => {
      const { stop, app } = (await opened) ?? {};
      await stop?.();
      await app?.close();
    },
  };
};
export type TestStripe = ReturnType<typeof createTestStripe>;

/** Creates a simulator on a new database, for the tests of a file. */
export const openTestStripe = async (receive?: typeof fetch, random?: () => number): Promise<TestStripe> => {
  const { database } = await closeAfterAll(createTestDatabase());
  return closeAfterAll(createTestStripe({ database, clock: createFakeClock() }, receive, random));
};
