import { receiveStripeEvent } from '../../src/contracts/calls/servers.ts';
import type { DeclarationKind } from '../../src/contracts/calls/cancel.ts';
import { day, hour } from '../../src/lib/time.ts';
import { beginDeletion } from '../domain/accounts/deletion.ts';
import type { MailMessage } from '../domain/mail/mail-message.ts';
import type { StripeSubscription } from '../gateways/stripe-gateway.ts';
import { rateLimitsRepository } from '../store/limits.repository.ts';
import { usersRepository } from '../store/accounts.repository.ts';
import { signatureOf } from '../../emulators/stripe/webhooks.ts';
import { createTestWorker } from './jobs.ts';
import { webhookSecret } from './stripe.ts';
import { createTestApi, randomPlayfabId, type TestApi } from './test-api.ts';
import type { TestDatabase } from './test-database.ts';

/** Creates a signed-in user with the calls of the portal's pages. */
export const createPayer = async (api: TestApi) => {
  const playfabId = randomPlayfabId();
  const email = `${playfabId.toLowerCase()}@example.com`;
  await api.playfab.player(playfabId, email);
  const token = await api.client.signIn(playfabId);
  const user = async () => (await api.client.user(token)).json().data;
  const userId: string = (await user()).id;
  const billing = api.client.billing({ userId, token });
  return {
    playfabId,
    email,
    token,
    userId,
    ...billing,
    customers: async (): Promise<string[]> =>
      (await user()).integrations.map(({ serviceKey }: { serviceKey: string }) => serviceKey),
    /** Opens a page and pays, before Stripe's event arrives. */
    pay: async (how?: Parameters<typeof api.stripe.pay>[1]): Promise<StripeSubscription> =>
      api.stripe.pay(await billing.openPage(), how),
  };
};
export type Payer = Awaited<ReturnType<typeof createPayer>>;

/** Calls our webhook as Stripe would, about a customer. */
export const deliver = async ({ app, clock }: TestApi, customer: string, id = `evt_${randomPlayfabId()}`) => {
  const now = clock.now();
  const data = { object: { id: 'sub_1', customer } };
  const created = Math.floor(now.getTime() / 1_000);
  const payload = JSON.stringify({ id, type: 'customer.subscription.updated', livemode: false, created, data });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(payload, webhookSecret, now) };
  return app.inject({ method: 'POST', url: receiveStripeEvent.path, headers, payload });
};

const results = /^(cancellation-(done|undone)|withdrawal-(done|ended)|nothing-to-end)$/;

/** Creates a parent with a membership, and the steps of leaving, each in a new portal on the same database. */
export const createLeavingParent = async ({ database }: TestDatabase) => {
  // Another parent of the same database may have lived until a later day.
  await rateLimitsRepository(database).clear();
  const api = await createTestApi({ database });
  const { clock, stripe, restarted } = api;
  const mails: MailMessage[] = [];
  const { userId, email, playfabId, pay } = await createPayer(api);
  const { id: subscriptionId } = await pay();
  // The trial is over, so that there is a payment to refund. No event arrives: the steps read Stripe themselves.
  clock.advance(7 * day);
  await stripe.advance(0);
  await restarted().billing.reread(userId);

  const declarations = () => restarted().declarations;
  /** Runs the jobs that are due, in a new process. */
  const run = (): Promise<void> =>
    createTestWorker(api, { ...restarted().jobs, mail: async (mail) => void mails.push(mail) }).runDue();
  /** The mails about leaving. */
  const own = (): MailMessage[] => mails.filter(({ to, template }) => to === email && template !== 'welcome');
  const templates = (): string[] => own().map(({ template }) => template);

  return {
    clock,
    stripe,
    playfab: api.playfab.state,
    events: api.events,
    /** The end that the database has; undefined after the account was deleted. */
    wanted: async () => {
      const rows = database.selectFrom('wanted_ends').selectAll().where('userId', '=', userId);
      return (await rows.executeTakeFirst())?.wanted;
    },
    exists: async () => (await usersRepository(database).find(userId)) !== null,
    subscription: () => stripe.subscription(subscriptionId),
    isRefunded: () => stripe.isRefunded(subscriptionId),
    run,
    /** Runs jobs until none is retried any more. */
    settle: async (): Promise<void> => {
      const waiting = database.selectFrom('jobs').select('id').where('finishedAt', 'is', null);
      await run();
      for (let hours = 0; hours < 4 && (await waiting.execute()).length > 0; hours += 1) {
        clock.advance(hour);
        await run();
      }
    },
    declare: (kind: DeclarationKind) => declarations().declare(userId, kind, 'en'),
    declareByMail: (kind: DeclarationKind, from = `${playfabId.slice(0, 4)}::1`) =>
      declarations().declareByMail({ kind, name: 'Marie Curie', email, language: 'en' }, from),
    confirm: (secret: string) => declarations().confirm(secret),
    undo: () => declarations().undo(userId),
    look: () => declarations().look(userId),
    delete: (): Promise<void> =>
      database.transaction().execute(async (trx) => {
        await usersRepository(trx).lock(userId);
        await beginDeletion(trx, userId, clock.now());
      }),
    /** The secrets of the mailed links, in their order. */
    links: (): string[] =>
      own().flatMap(({ values }) => ('link' in values && values.link !== undefined ? [values.link.token] : [])),
    templates,
    /** The mails about what became of a declaration. */
    results: (): string[] => templates().filter((template) => results.test(template)),
    lastMail: () => own().at(-1),
  };
};
export type LeavingParent = Awaited<ReturnType<typeof createLeavingParent>>;
