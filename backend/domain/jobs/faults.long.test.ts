import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { addMembers } from '../../../emulators/town/members.ts';
import { createSmtpMailer } from '../../gateways/mail.ts';
import { createPlayfabGateway } from '../../gateways/playfab.ts';
import { metadataOf, soldHere } from '../../gateways/stripe-gateway.ts';
import { type Fault, startBrokenServer, startSmtpServer } from '../../testing/servers.ts';
import { createTestWorker, idleHandlers } from '../../testing/jobs.ts';
import { register, secretKey } from '../../testing/playfab.ts';
import { idOf, orderWithoutTrial, pageIdOf } from '../../testing/stripe.ts';
import { createTestApi, newToken } from '../../testing/test-api.ts';
import { closeAfterAll } from '../../testing/test-database.ts';
import { createMailDelivery } from '../mail/render-mail.ts';
import { enqueue, type JobKind } from './jobs.ts';
import { type JobFailure, type JobHandlers, type JobWorker } from './worker.ts';
import { testPortal, testTitleId } from '../../testing/portal-parts.ts';

const smtp = await closeAfterAll(startSmtpServer());
const api = await closeAfterAll(createTestApi());
let failures: JobFailure[];
beforeEach(() => {
  failures = [];
});

/** The network without faults: the services are in this process. */
const direct: typeof fetch = (input, init) => {
  const { hostname } = new URL(String(input));
  const { stripe, playfab, shop } = api;
  return (hostname === 'api.stripe.com' ? stripe : hostname === 'playfab.example' ? playfab : shop).into(input, init);
};

/** Creates the use cases on the database of `api`, with the real gateways to the services behind this network. */
const portalThrough = (network: typeof fetch) =>
  api.restarted({
    stripe: api.stripe.gatewayThrough(network),
    playfab: createPlayfabGateway({ baseUrl: api.playfab.root, titleId: testTitleId, secretKey, fetch: network }),
    revenueCat: api.shop.through(network),
  });

/** Milliseconds. */
const callTimeout = 150;

/**
 * Creates a network on which every call from number `first` on has the fault. With `isLost`, the service performs the
 * call before its response is lost. A call without a response ends after `callTimeout`, which is shorter than the
 * gateways' deadline; the calls before it have that deadline, so that a slow machine adds no faults.
 */
const createFaultyNetwork = (url: string, { first, isLost }: { first: number; isLost: boolean }) => {
  let calls = 0;
  const send: typeof fetch = async (input, init) => {
    calls += 1;
    if (calls < first) return direct(input, init);
    if (isLost) await (await direct(input, init)).arrayBuffer();
    const { pathname, search } = new URL(String(input));
    const signals = [AbortSignal.timeout(callTimeout), ...(init?.signal ? [init.signal] : [])];
    return fetch(url + pathname + search, { ...init, signal: AbortSignal.any(signals) });
  };
  return { send, isReached: () => calls >= first };
};

const workerWith = (handlers: Partial<JobHandlers>): JobWorker =>
  createTestWorker(api, handlers, (failure) => failures.push(failure));

const later = (): Promise<never> => Promise.reject(new Error('Only one kind of job is tried'));
const allLater = Object.fromEntries(Object.keys(idleHandlers).map((kind) => [kind, later]));

/**
 * Creates a worker that tries the jobs of one kind on this network. The other jobs wait for the worker without faults.
 */
const workerThrough = (network: typeof fetch, kind: keyof typeof jobs): JobWorker =>
  workerWith({ ...allLater, [kind]: portalThrough(network).jobs[kind] });

const waiting = async (): Promise<string[]> => {
  const rows = await api.database.selectFrom('jobs').select('kind').where('finishedAt', 'is', null).execute();
  return rows.map(({ kind }) => kind);
};

/** Runs the waiting jobs without faults, as often as a busy machine needs. */
const recover = async (worker: Pick<JobWorker, 'runDue'> = api.jobs): Promise<void> => {
  for (let tries = 0; tries < 5 && (await waiting()).length > 0; tries += 1) {
    api.clock.advance(600_000);
    await worker.runDue();
  }
  expect(await waiting()).toEqual([]);
};

let people = 0;
const signUp = async () => {
  people += 1;
  const email = `parent-${people}@mail.example`;
  const { PlayFabId: playfabId } = await register(api.playfab.page(), email);
  const token = newToken();
  const argument = { token, userApiVersion: '2.0', newParentPortalAccount: true, lang: 'en' } as const;
  const { id: userId } = await api.portal.users.bind(playfabId, argument);
  await api.client.activate(token);
  return { email, playfabId, token, userId };
};
type Person = Awaited<ReturnType<typeof signUp>>;

/** Pays a subscription at Stripe, as on one of our payment pages. */
const buy = async ({ userId, playfabId, email }: Person) => {
  const subscription_data = { metadata: { ...metadataOf(userId, playfabId, testPortal), ...soldHere } };
  const order = { ...orderWithoutTrial, customer_email: email, client_reference_id: userId, subscription_data };
  const { customerId, id } = await api.stripe.pay((await api.stripe.stripe.checkout.sessions.create(order)).id);
  return { customerId, subscriptionId: id };
};
/** Signs up and buys; with `isKnown` the portal knows the subscription. */
const signUpAndBuy = async ({ isKnown }: { isKnown: boolean }) => {
  const person = await signUp();
  const bought = await buy(person);
  if (isKnown) await syncCustomer(bought);
  return { person, ...bought };
};
const syncCustomer = ({ customerId }: { customerId: string }): Promise<void> =>
  api.portal.billing.jobs['sync-customer']({ customerId }, { id: customerId });
const isLive = async (subscriptionId: string): Promise<boolean> =>
  (await api.stripe.stripe.subscriptions.retrieve(subscriptionId)).status !== 'canceled';
const refundsOf = async (subscriptionId: string): Promise<number> => {
  const { latest_invoice } = await api.stripe.stripe.subscriptions.retrieve(subscriptionId);
  const { data } = await api.stripe.stripe.invoicePayments.list({ invoice: idOf(latest_invoice), status: 'paid' });
  const payment_intent = idOf(data[0]?.payment.payment_intent);
  return (await api.stripe.stripe.refunds.list({ payment_intent })).data.length;
};
const ownersOf = async (subscriptionId: string): Promise<string[]> => {
  const rows = await api.database
    .selectFrom('stripe_subscriptions')
    .innerJoin('stripe_customers', 'stripe_customers.id', 'customerId')
    .where('stripe_subscriptions.id', '=', subscriptionId)
    .where('status', '!=', 'ended')
    .select('userId')
    .execute();
  return rows.map(({ userId }) => userId);
};
const mailsTo = ({ email }: Person): string[] =>
  api.jobs.mails.filter(({ to, template }) => to === email && template !== 'welcome').map(({ template }) => template);

/** Adds a membership of an earlier system with the address of a person. @returns its id */
const addElsewhere = async ({ email, playfabId }: Person): Promise<string> => {
  const [customer, subscription] = [`cus_${playfabId}`, `sub_${playfabId}`];
  await addMembers(api.town, [{ kind: 'live', playfabId, email, customer, subscription }]);
  return subscription;
};

/**
 * The jobs that call a service with an effect. Each adds its job, and returns a check that the effect happened once.
 */
const jobs: Record<
  Exclude<JobKind, 'mail' | 'conversion' | 'finish-reset' | 'sync-refund'>,
  () => Promise<() => Promise<void>>
> = {
  'sync-all': async () => {
    const { person, subscriptionId } = await signUpAndBuy({ isKnown: false });
    await enqueue(api.database, { kind: 'sync-all', payload: {} });
    return async () => expect(await ownersOf(subscriptionId)).toEqual([person.userId]);
  },
  'sync-customer': async () => {
    const { person, customerId, subscriptionId } = await signUpAndBuy({ isKnown: false });
    await enqueue(api.database, { kind: 'sync-customer', payload: { customerId } });
    return async () => expect(await ownersOf(subscriptionId)).toEqual([person.userId]);
  },
  'sync-subscriber': async () => {
    const { userId } = await signUp();
    await api.shop.change(userId);
    const payload = { appUserId: userId, others: [] };
    await enqueue(api.database, { kind: 'sync-subscriber', payload });
    return async () => expect((await api.portal.billing.answer(userId)).isSubscribed).toBe(true);
  },
  'settle-checkout': async () => {
    const person = await signUp();
    const url = await api.portal.billing.purchase(person.userId, 'en');
    await api.stripe.pay(pageIdOf(url));
    await enqueue(api.database, { kind: 'settle-checkout', payload: { userId: person.userId } });
    return async () => {
      const open = api.database.selectFrom('checkouts').select('userId').where('userId', '=', person.userId);
      expect(await open.execute()).toEqual([]);
      expect((await api.portal.billing.answer(person.userId)).isSubscribed).toBe(true);
    };
  },
  'cancel-duplicate': async () => {
    const person = await signUp();
    const first = await buy(person);
    api.stripe.clock.advance(1_000);
    const second = await buy(person);
    for (const bought of [first, second]) await syncCustomer(bought);
    expect((await waiting()).toSorted()).toEqual(['cancel-duplicate', 'check-purchase']);
    return async () => {
      const ids = [first, second].map(({ subscriptionId }) => subscriptionId);
      expect(await Promise.all(ids.map(isLive))).toEqual([true, false]);
      expect(await Promise.all(ids.map(refundsOf))).toEqual([0, 1]);
      expect(mailsTo(person)).toEqual(['duplicate-subscription']);
    };
  },
  'check-purchase': async () => {
    const person = await signUp();
    const elsewhere = await addElsewhere(person);
    const bought = await buy(person);
    await syncCustomer(bought);
    expect(await waiting()).toEqual(['check-purchase']);
    return async () => {
      expect([await isLive(elsewhere), await isLive(bought.subscriptionId)]).toEqual([true, false]);
      expect(await refundsOf(bought.subscriptionId)).toBe(1);
      expect(mailsTo(person)).toEqual(['duplicate-subscription']);
    };
  },
  'tell-owner': async () => {
    const { person, subscriptionId } = await signUpAndBuy({ isKnown: true });
    const payload = { userId: person.userId, subscriptionId, template: 'welcome' } as const;
    await enqueue(api.database, { kind: 'tell-owner', payload });
    return async () =>
      expect(api.jobs.mails.filter(({ to }) => to === person.email)).toMatchObject([{ template: 'welcome' }]);
  },
  'carry-out': async () => {
    const { person, subscriptionId } = await signUpAndBuy({ isKnown: true });
    await api.portal.declarations.declare(person.userId, 'withdrawal', 'en');
    return async () => {
      expect([await isLive(subscriptionId), await refundsOf(subscriptionId)]).toEqual([false, 1]);
      expect(mailsTo(person).filter((template) => template !== 'withdrawal-received')).toEqual(['withdrawal-done']);
    };
  },
  'delete-account': async () => {
    const { person, customerId, subscriptionId } = await signUpAndBuy({ isKnown: true });
    expect((await api.client.deleteAccount(person.token)).statusCode).toBe(200);
    return async () => {
      expect(await isLive(subscriptionId)).toBe(false);
      expect(await api.stripe.stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
      expect(await api.playfab.gateway.accountOf(person.playfabId)).toBeNull();
      const user = api.database.selectFrom('users').select('id').where('id', '=', person.userId);
      expect(await user.execute()).toEqual([]);
      expect(mailsTo(person)).toEqual(['account-deleted']);
    };
  },
};
/**
 * A response that is lost at once, and one that never comes. backend/gateways/faults.long.test.ts proves that each call
 * ends in the same error with every other fault.
 */
const lost = ['reset in the middle of the response', 'no response'] as const satisfies readonly Fault[];

const isEffectJob = (kind: string): kind is keyof typeof jobs => kind in jobs;

describe.each(Object.keys(jobs).filter(isEffectJob))('the job %s', (kind) => {
  it.for(lost.flatMap((fault) => [false, true].map((isLost) => ({ fault, isLost }))))(
    'is retried and has its effect once, with the fault at each of its calls: $fault, after the effect: $isLost',
    { timeout: 120_000 },
    async ({ fault, isLost }) => {
      const { url, close } = await startBrokenServer(fault);
      onTestFinished(close);
      for (let first = 1, isReached = true; isReached; first += 1) {
        const expectEffect = await jobs[kind]();
        const network = createFaultyNetwork(url, { first, isLost });
        failures = [];
        await workerThrough(network.send, kind).runDue();
        isReached = network.isReached();
        const own = failures.filter((failure) => failure.kind === kind);
        expect(own.map(({ final }) => final)).toEqual(isReached ? [false] : []);
        expect((await waiting()).includes(kind)).toBe(isReached);
        await recover();
        await expectEffect();
      }
    },
  );
});

describe('the job mail', () => {
  const sender = {
    product: 'Numeria',
    supportEmail: 'help@numeria.example',
    portal: testPortal,
    timeZone: 'Europe/Paris',
  };
  const mailer = () => createSmtpMailer({ url: smtp.url, from: 'no-reply@numeria.example' });
  const worker = () => workerWith({ mail: createMailDelivery(mailer(), sender) });

  it.each([
    [450, false, 1],
    [550, true, 0],
  ])('is retried after a temporary refusal and given up after a final one: %i', async (status, final, arrivals) => {
    const to = `status-${status}@mail.example`;
    const payload = { to, language: 'fr', template: 'password-changed', values: {} } as const;
    await enqueue(api.database, { kind: 'mail', payload });
    smtp.refuse(status);
    await worker().runDue();
    expect(failures).toMatchObject([{ kind: 'mail', final }]);
    smtp.refuse(null);
    await recover(worker());
    expect(smtp.received.filter(({ recipients }) => recipients.includes(to))).toHaveLength(arrivals);
  });
});
