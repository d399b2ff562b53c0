import type { DeclarationKind } from '../../src/contracts/calls/cancel.ts';
import { day, hour, minute } from '../../src/lib/time.ts';
import { beginDeletion } from '../domain/accounts/deletion.ts';
import { randomId } from '../domain/secrets.ts';
import type { MailMessage } from '../domain/mail/mail-message.ts';
import type { StripeSubscription } from '../gateways/stripe-gateway.ts';
import { usersRepository } from '../store/accounts.repository.ts';
import { createTestWorker } from './jobs.ts';
import type { Portal } from '../domain/portal.ts';
import { noAnswer, pageIdOf } from './stripe.ts';
import { randomPlayfabId, type TestApi } from './test-api.ts';
import { keepRows } from './test-database.ts';

export const isEndingAtStripe = ({
  endsAt,
  currentPeriodEnd,
}: Pick<StripeSubscription, 'endsAt' | 'currentPeriodEnd'>): boolean =>
  endsAt !== null && endsAt.getTime() === currentPeriodEnd?.getTime();
const results = /^(cancellation-(done|undone)|withdrawal-(done|ended)|nothing-to-end)$/;
export const isResult = (template: string): boolean => results.test(template);

const firstDay = Date.parse('2026-03-02T09:00:00Z');
/** Thrown by a process that was killed. */
export class Killed extends Error {}
/** `card`: the number of the card; the good one is the default. */
export type Start = { trial?: 'running'; card?: string };

/** Creates a parent with a membership. No event arrives: the parent's portal reads Stripe itself. */
const createMember = async ({ clock, database, stripe, playfab, restarted }: TestApi, { trial, card }: Start) => {
  for (const table of ['users', 'jobs', 'rate_limits', 'declarations', 'refunds'] as const) {
    await database.deleteFrom(table).execute();
  }
  clock.advance(firstDay - clock.now().getTime());
  const [userId, playfabId] = [randomId(), randomPlayfabId()];
  const email = `${playfabId.toLowerCase()}@example.com`;
  await playfab.player(playfabId, email);
  await usersRepository(database).record({ id: userId, playfabId, language: 'en', createdAt: clock.now() });
  const { billing } = restarted();
  const page = pageIdOf(await billing.purchase(userId, 'en'));
  const { id: subscriptionId, customerId } = await stripe.pay(page, card === undefined ? {} : { card });
  // After the trial there is a payment to refund.
  if (trial !== 'running') clock.advance(7 * day + hour + minute);
  await stripe.advance(0);
  await billing.reread(userId);
  const [now, restore] = [clock.now().getTime(), await keepRows(database)];
  return { userId, playfabId, email, subscriptionId, customerId, now, restore };
};
/** The first parent of each kind. */
const firsts = new WeakMap<TestApi, Map<string, ReturnType<typeof createMember>>>();

/**
 * Creates a parent with a membership, and the steps of a cancellation. The parent is alone: the rows of the first one
 * of this kind are copied, and everything else is forgotten.
 */
export const createCancellingParent = async (api: TestApi, how: Start = {}) => {
  const { clock, database, stripe, restarted } = api;
  await stripe.clear();
  api.playfab.state.isAway = false;
  const members = firsts.get(api) ?? new Map<string, ReturnType<typeof createMember>>();
  firsts.set(api, members);
  const kind = JSON.stringify(how);
  const member = members.get(kind) ?? createMember(api, how);
  members.set(kind, member);
  const { userId, playfabId, email, subscriptionId, customerId, now, restore } = await member;
  await restore();
  clock.advance(now - clock.now().getTime());
  api.events.length = 0;
  // A mail that was sent by a job which was then killed has the same id.
  const mails = new Map<string, MailMessage & { sentAt: Date }>();
  let lives: number | null = null;
  let living: Portal | null = null;
  /** Returns the process that lives; after `dieAfter` a new one, which is killed after so many statements and calls. */
  const start = () => {
    if (lives === null) return { database, portal: (living ??= restarted()) };
    let left = lives;
    lives = null;
    living = null;
    const dying = database.withPlugin({
      transformQuery: ({ node }) => {
        if (left <= 0) throw new Killed();
        return node;
      },
      // What has its effect outside a transaction keeps it.
      transformResult: async ({ result }) => {
        left -= 1;
        if (left <= 0) throw new Killed();
        return result;
      },
    });
    const network: typeof fetch = async (...call) => {
      const answer = left <= 0 ? null : await stripe.network(...call);
      left -= 1;
      return left > 0 && answer !== null ? answer : noAnswer();
    };
    return { database: dying, portal: restarted({ stripe: stripe.gatewayThrough(network) }, dying) };
  };
  const openPage = async (): Promise<string> => pageIdOf(await start().portal.billing.purchase(userId, 'en'));

  const declarations = () => start().portal.declarations;
  /** Runs the jobs that are due, in a new process. */
  const run = (): Promise<void> => {
    const process = start();
    const mail = async (message: MailMessage, { id }: { id: string }) =>
      void mails.set(id, { ...message, sentAt: clock.now() });
    return createTestWorker({ ...process, clock }, { ...process.portal.jobs, mail }).runDue();
  };
  /** The mails about the end of the contract. */
  const own = (): (MailMessage & { sentAt: Date })[] =>
    [...mails.values()].filter(({ to, template }) => to === email && template !== 'welcome');
  const templates = (): string[] => own().map(({ template }) => template);

  return {
    clock,
    stripe,
    playfab: api.playfab.state,
    events: api.events,
    userId,
    customerId,
    subscriptionId,
    /** Lets time pass at Stripe, too. */
    wait: async (milliseconds: number): Promise<void> => {
      clock.advance(milliseconds);
      await stripe.advance(0);
    },
    openPage,
    /** Buys another membership a minute later and closes the tab. No event arrives. */
    buy: async () => {
      clock.advance(minute);
      return stripe.pay(await openPage());
    },
    status: () => start().portal.billing.answer(userId),
    /** Runs the hourly task, and the jobs that it adds. */
    reconcile: async (): Promise<void> => {
      await start().portal.billing.reconcile();
      await run();
    },
    /** Kills the next process after so many steps; null: not. */
    dieAfter: (steps: number | null): void => {
      lives = steps;
    },
    /** Returns how many declarations of a kind are confirmed. */
    confirmed: async (kind: DeclarationKind | 'undo'): Promise<number> => {
      const rows = database.selectFrom('declarations').select('id').where('confirmed', 'is not', null);
      return (await rows.where('kind', '=', kind).execute()).length;
    },
    exists: async () => (await usersRepository(database).find(userId)) !== null,
    subscription: (id = subscriptionId) => stripe.subscription(id),
    isRefunded: (id = subscriptionId) => stripe.isRefunded(id),
    run,
    /** Runs jobs until none is retried any more, or each was retried in vain. */
    settle: async (): Promise<void> => {
      const waiting = database.selectFrom('jobs').select('id').where('finishedAt', 'is', null).orderBy('id');
      await run();
      for (let before = '', now = ''; ; before = now) {
        now = JSON.stringify(await waiting.execute());
        if (now === '[]' || now === before) return;
        clock.advance(hour);
        await run();
      }
    },
    declare: (kind: DeclarationKind) => declarations().declare(userId, kind, 'en'),
    declareByMail: (kind: DeclarationKind, from = `${playfabId.slice(0, 4)}::1`) =>
      declarations().declareByMail({ kind, name: 'Marie Curie', email, language: 'en' }, from),
    confirm: (secret: string) => declarations().confirm(secret),
    undo: () => declarations().undo(userId),
    read: () => declarations().read(userId),
    delete: (): Promise<void> =>
      database.transaction().execute(async (trx) => {
        await usersRepository(trx).lock(userId);
        await beginDeletion(trx, userId, clock.now());
      }),
    /** The secrets of the mailed links, in their order. */
    links: (): string[] =>
      own().flatMap(({ values }) => ('link' in values && values.link !== undefined ? [values.link.token] : [])),
    mails: own,
    templates,
    /** The mails about what became of a declaration. */
    results: (): string[] => templates().filter(isResult),
    lastMail: () => own().at(-1),
  };
};
export type CancellingParent = Awaited<ReturnType<typeof createCancellingParent>>;
