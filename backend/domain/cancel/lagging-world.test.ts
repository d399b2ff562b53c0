import fc from 'fast-check';
import { expect, it } from 'vitest';
import { day, hour, minute } from '../../../src/lib/time.ts';
import { counted } from '../../testing/campaign.ts';
import {
  createCancellingParent,
  isEndingAtStripe,
  isResult,
  Killed,
  type CancellingParent,
} from '../../testing/cancelling-parent.ts';
import { failingCard } from '../../testing/stripe.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';
import { closeAfterAll } from '../../testing/test-database.ts';
import { dayIn } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import { withdrawUntil } from './decisions.ts';

const steps = [
  'cancel',
  'withdraw',
  'undo',
  'cancel by mail',
  'withdraw by mail',
  'confirm first link',
  'confirm second link',
  'buy',
  'buy in two browsers',
  'everything at once',
  'open a page',
  'pay the open page',
  'delete',
  'renew at Stripe',
  'set a later end at Stripe',
  'attach a schedule at Stripe',
  'card fails',
  'card works',
  'Stripe away or back',
  'PlayFab away or back',
  'refunds refused or not',
  'events arrive',
  'an hour',
  'four days',
  'eight days',
  'forty days',
  'jobs run',
  'jobs run',
  'hourly task',
] as const;
type Step = (typeof steps)[number];
/** What seldom happens by chance, and breaks most: other steps come before and after it. */
const scenes: readonly (readonly Step[])[] = [
  ['cancel', 'jobs run', 'renew at Stripe', 'cancel'],
  ['withdraw', 'jobs run', 'buy', 'withdraw'],
  ['withdraw', 'jobs run', 'buy', 'forty days', 'withdraw'],
  ['four days', 'PlayFab away or back', 'hourly task', 'cancel', 'jobs run'],
  ['PlayFab away or back', 'jobs run', 'undo', 'jobs run'],
  ['refunds refused or not', 'withdraw', 'jobs run', 'buy', 'cancel', 'jobs run'],
  ['withdraw by mail', 'PlayFab away or back', 'withdraw', 'confirm first link', 'jobs run', 'buy'],
  ['open a page', 'Stripe away or back', 'delete', 'pay the open page'],
  ['card fails', 'eight days', 'cancel', 'jobs run'],
];
/**
 * `dies`: the process that takes the step is killed after so many statements and calls. `later`: a minute has passed.
 */
const taken = (step: fc.Arbitrary<Step>) =>
  fc.record({
    step,
    dies: fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) },
    ),
    later: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
  });
const parts = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(taken(fc.constantFrom(...steps))) },
  {
    weight: 1,
    arbitrary: fc.oneof(...scenes.map((scene) => fc.tuple(...scene.map((step) => taken(fc.constant(step)))))),
  },
);
type Order = typeof orders extends fc.Arbitrary<infer One> ? One : never;
const orders = fc.record({
  start: fc.constantFrom({ trial: 'running' } as const, {}, { card: failingCard }),
  parts: fc.array(parts, { minLength: 2, maxLength: 8 }),
});
type Kind = 'cancellation' | 'withdrawal' | 'undo';

/** What was confirmed: when it was declared, and which subscriptions existed then. */
type Said = { kind: Kind; at: Date; subscriptions: readonly string[]; isConfirmed: boolean; link: string | null };
/**
 * What the parent, the operator and the services did. `touched`: how much was confirmed before the last change of a
 * subscription at Stripe itself; `excused`: those that were bought beside another one, or whose card failed once.
 */
type Past = {
  said: Said[];
  confirmed: Said[];
  touched: Map<string, number>;
  excused: Set<string>;
  page: string | null;
  refusesRefunds: boolean;
  deletedAt: Date | null;
  /** When each declaration was made, also one that left with its account. */
  declared: Map<string, Date>;
};

const unlessRefused = async <Answer>(answer: Promise<Answer>): Promise<Answer | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof Refusal || error instanceof Killed) return null;
    throw error;
  });
const refunds = /POST \/v1\/refunds/;
const refuseRefunds = ({ stripe }: CancellingParent): void => stripe.fail(refunds, 'balance_insufficient');

const say = async (parent: CancellingParent, past: Past, kind: Kind, link: string | null = null): Promise<void> => {
  const subscriptions = (await parent.stripe.books()).map(({ id }) => id);
  const said = { kind, at: parent.clock.now(), subscriptions, isConfirmed: link === null, link };
  past.said.push(said);
  if (link === null) past.confirmed.push(said);
};

/**
 * Returns whether something is declared by an action: what is stored counts, also if the process died before it
 * answered.
 */
const isDeclared = async (parent: CancellingParent, kind: Kind, action: () => Promise<unknown>): Promise<boolean> => {
  const before = await parent.confirmed(kind);
  return (await unlessRefused(action())) !== null || (await parent.confirmed(kind)) > before;
};
const declare = async (parent: CancellingParent, past: Past, kind: Kind): Promise<void> => {
  const action = (): Promise<unknown> => (kind === 'undo' ? parent.undo() : parent.declare(kind));
  if (await isDeclared(parent, kind, action)) await say(parent, past, kind);
};

/** Pays on pages at the same time. Of two memberships that live at the same time, the portal may end one. */
const pay = async ({ stripe }: CancellingParent, { excused }: Past, pages: readonly string[]): Promise<void> => {
  const live = (await stripe.books()).filter(({ isOver }) => !isOver).map(({ id }) => id);
  const bought = await Promise.all(pages.map((page) => stripe.pay(page).catch(() => null)));
  const all = [...live, ...bought.flatMap((one) => one?.id ?? [])];
  if (all.length > 1) for (const id of all) excused.add(id);
};

const perform = async (parent: CancellingParent, past: Past, step: Step): Promise<void> => {
  const { stripe, clock } = parent;
  const newest = async () => (await stripe.books())[0];
  const change = async (how: (id: string) => Promise<unknown>): Promise<void> => {
    const one = await newest();
    if (one === undefined || one.isOver) return;
    await how(one.id).catch(() => undefined);
    past.touched.set(one.id, past.confirmed.length);
  };
  switch (step) {
    case 'cancel':
      return declare(parent, past, 'cancellation');
    case 'withdraw':
      return declare(parent, past, 'withdrawal');
    case 'undo':
      return declare(parent, past, 'undo');
    case 'everything at once': {
      const together: readonly Step[] = ['cancel', 'withdraw', 'buy', 'events arrive', 'jobs run', 'jobs run'];
      await Promise.all(together.map((one) => perform(parent, past, one)));
      return;
    }
    case 'buy in two browsers': {
      const pages = await Promise.all([parent.openPage(), parent.openPage()].map((page) => page.catch(() => null)));
      return pay(
        parent,
        past,
        pages.filter((page) => page !== null),
      );
    }
    case 'cancel by mail':
    case 'withdraw by mail': {
      const kind = step === 'cancel by mail' ? 'cancellation' : 'withdrawal';
      const before = parent.links().length;
      await unlessRefused(parent.declareByMail(kind));
      await unlessRefused(parent.run());
      const link = parent.links()[before];
      if (link !== undefined) await say(parent, past, kind, link);
      return;
    }
    case 'confirm first link':
    case 'confirm second link': {
      const said = past.said.filter((one) => one.link !== null)[step === 'confirm first link' ? 0 : 1];
      const link = said?.link ?? null;
      if (said === undefined || link === null || said.isConfirmed || !(await parent.exists())) return;
      if (!(await isDeclared(parent, said.kind, () => parent.confirm(link)))) return;
      said.isConfirmed = true;
      past.confirmed.push(said);
      return;
    }
    case 'buy':
    case 'open a page':
      if (past.deletedAt === null) past.page = await parent.openPage().catch(() => past.page);
      if (step === 'buy' && past.page !== null) await perform(parent, past, 'pay the open page');
      return;
    case 'pay the open page':
      if (past.page !== null) await pay(parent, past, [past.page]);
      past.page = null;
      return;
    case 'delete':
      if (past.deletedAt === null) await parent.delete();
      past.deletedAt ??= clock.now();
      return;
    case 'renew at Stripe':
      return change((id) => stripe.change(id, { cancelAtPeriodEnd: false }));
    case 'set a later end at Stripe':
      return change((id) =>
        stripe.stripe.subscriptions.update(id, { cancel_at: Math.floor(clock.now().getTime() / 1_000) + 200 * 86_400 }),
      );
    case 'attach a schedule at Stripe':
      return change((id) => stripe.stripe.subscriptionSchedules.create({ from_subscription: id }));
    case 'card fails':
    case 'card works': {
      const one = await newest();
      if (one === undefined) return;
      await stripe.useCard(one.id, step === 'card fails' ? 'fails' : 'works');
      past.excused.add(one.id);
      return;
    }
    case 'Stripe away or back':
      if (!stripe.heal()) stripe.fail();
      return;
    case 'PlayFab away or back':
      parent.playfab.isAway = !parent.playfab.isAway;
      return;
    case 'refunds refused or not':
      past.refusesRefunds = !stripe.heal(refunds);
      if (past.refusesRefunds) refuseRefunds(parent);
      return;
    case 'events arrive':
      return stripe.deliver();
    case 'an hour':
      return parent.wait(hour);
    case 'four days':
      return parent.wait(4 * day);
    case 'eight days':
      return parent.wait(8 * day);
    case 'forty days':
      return parent.wait(40 * day);
    case 'jobs run':
      await unlessRefused(parent.run());
      return;
    case 'hourly task':
      await unlessRefused(parent.reconcile());
      return;
  }
};

/**
 * Compares each subscription with what was declared about it.
 * @param refusesRefunds whether Stripe refuses every refund, which holds up nothing but itself
 */
const expectCarriedOut = async (
  { stripe }: CancellingParent,
  { confirmed, touched, excused, deletedAt }: Past,
  refusesRefunds = false,
): Promise<void> => {
  for (const one of await stripe.books()) {
    const mine = confirmed.filter(({ subscriptions }) => subscriptions.includes(one.id));
    const last = mine.at(-1);
    const until = withdrawUntil({ startedAt: one.createdAt, trialEnd: one.trialEnd }, 'Europe/Paris') ?? '';
    const isWithdrawn = mine.some(({ kind, at }) => kind === 'withdrawal' && until >= dayIn('Europe/Paris', at));
    const isTouched = (touched.get(one.id) ?? -1) > (last === undefined ? -1 : confirmed.indexOf(last));
    const isEnding = isEndingAtStripe(one);
    /** Returns what was charged since a moment and does not go back. */
    const chargedSince = (since: Date): number =>
      refusesRefunds
        ? 0
        : one.payments.reduce((sum, { at, amount, refunded }) => sum + (at > since ? amount - refunded : 0), 0);
    if (deletedAt !== null && !refusesRefunds) {
      expect([one.isOver, chargedSince(deletedAt)], 'deleted').toEqual([true, 0]);
    }
    if (isWithdrawn) {
      expect([one.isOver, chargedSince(new Date(0))], 'withdrawn').toEqual([true, 0]);
    } else if (last === undefined) {
      // What is bought in the second of a declaration may be meant by it.
      const isMeant = confirmed.some(({ at }) => one.createdAt.getTime() <= at.getTime() + 2_000);
      if (deletedAt !== null || isTouched || isMeant || excused.has(one.id)) continue;
      const refunded = one.payments.reduce((sum, payment) => sum + payment.refunded, 0);
      expect([one.isOver, one.endsAt, refunded], 'bought later').toEqual([false, null, 0]);
    } else if (last.kind === 'undo') {
      if (!isTouched && deletedAt === null) expect(!one.isOver && isEnding, 'kept').toBe(false);
    } else if (!isTouched) {
      const afterUndo = mine.slice(mine.findLastIndex(({ kind }) => kind === 'undo') + 1);
      const since = new Date(Math.max(...afterUndo.map(({ at }) => at.getTime())));
      expect([one.isOver || isEnding, chargedSince(since)], 'cancelled').toEqual([true, 0]);
    }
  }
};

/** Compares the mails and the page with Stripe. */
const expectTrue = async (
  parent: CancellingParent,
  { confirmed, declared, deletedAt }: Past,
  { database }: TestApi,
): Promise<void> => {
  const books = await parent.stripe.books();
  // Another declaration of the same moment has a mail of its own, in the same words.
  const sent = new Map<string, number>();
  for (const { template, values } of parent.mails()) {
    const mail = JSON.stringify([template, values]);
    sent.set(mail, (sent.get(mail) ?? 0) + 1);
    const moment = 'declaredAt' in values ? Date.parse(values.declaredAt) : null;
    const most = Math.max(1, [...declared.values()].filter((at) => at.getTime() === moment).length);
    expect(sent.get(mail), `no mail comes twice: ${mail}`).toBeLessThanOrEqual(most);
  }
  // Two declarations can concern the same payment, so each promise is compared with the memberships that it is about.
  const rows = await database
    .selectFrom('carried')
    .innerJoin('declarations', 'declarations.id', 'carried.declarationId')
    .select(['declaredAt', 'subscriptionId'])
    .execute();
  for (const { values } of parent.mails()) {
    if (!('refunded' in values) || values.refunded === null) continue;
    const moment = Date.parse(values.declaredAt);
    const about = rows.filter(({ declaredAt }) => declaredAt.getTime() === moment);
    // Of a deleted account only the declarations stay.
    const isAbout = (id: string): boolean =>
      about.length === 0 || about.some(({ subscriptionId }) => subscriptionId === id);
    const payments = books.flatMap(({ id, payments: paid }) => (isAbout(id) ? paid : []));
    const refunded = payments.reduce((sum, payment) => sum + payment.refunded, 0);
    expect(refunded, 'what is promised back').toBeGreaterThanOrEqual(values.refunded.amount);
  }
  expect(await parent.exists()).toBe(deletedAt === null);
  if (deletedAt !== null) return;
  const last = confirmed.at(-1);
  if (last !== undefined && last.kind !== 'undo') {
    const answers = parent.mails().filter(({ template, sentAt }) => isResult(template) && sentAt >= last.at);
    expect(answers, 'what became of the last declaration').not.toEqual([]);
  }
  const { subscription } = await parent.read();
  const live = books.filter(({ isOver }) => !isOver);
  if (live.length === 0) expect(subscription?.status ?? 'ended').toBe('ended');
  else expect(live.map(({ endsAt }) => endsAt?.toISOString() ?? null)).toContain(subscription?.endsAt);
};

/** Lets the services work again. Then the jobs run, a day and the end of a trial pass, and a renewal. */
const settle = async (parent: CancellingParent, past: Past): Promise<void> => {
  const { stripe, clock, reconcile } = parent;
  stripe.heal();
  parent.playfab.isAway = false;
  // What was not given up is charged now.
  for (const { id } of await stripe.books()) await stripe.useCard(id, 'works');
  await parent.settle();
  await parent.wait(day);
  await reconcile();
  if (past.refusesRefunds) {
    await expectCarriedOut(parent, past, true);
    stripe.heal(refunds);
    await parent.settle();
  }
  const trial = (await stripe.books()).find(({ isTrial }) => isTrial);
  if (trial !== undefined && trial.trialEnd !== null && past.deletedAt === null) {
    const warnings = () => parent.templates().filter((template) => template === 'trial-ends').length;
    const before = warnings();
    await parent.wait(Math.max(hour, trial.trialEnd.getTime() - 2 * day - clock.now().getTime()));
    await reconcile();
    expect(warnings(), 'the mail before the end of the trial').toBe(isEndingAtStripe(trial) ? before : 1);
  }
  await parent.wait(40 * day);
  await reconcile();
  await parent.settle();
};

const takeOrder = async (api: TestApi, { start, parts }: Order): Promise<void> => {
  const parent = await createCancellingParent(api, start);
  const past: Past = {
    said: [],
    confirmed: [],
    touched: new Map(),
    excused: new Set('card' in start ? [parent.subscriptionId] : []),
    page: null,
    refusesRefunds: false,
    deletedAt: null,
    declared: new Map(),
  };
  for (const { step, dies, later } of parts.flat()) {
    if (later) parent.clock.advance(minute);
    parent.dieAfter(dies);
    await perform(parent, past, step);
    const declarations = await api.database.selectFrom('declarations').select(['id', 'declaredAt']).execute();
    for (const { id, declaredAt } of declarations) past.declared.set(id, declaredAt);
  }
  parent.dieAfter(null);
  await settle(parent, past);
  await expectCarriedOut(parent, past);
  await expectTrue(parent, past, api);
};

// One parent waits for the database while the other one does not.
const apis = await Promise.all([1, 2].map(() => closeAfterAll(createTestApi())));

it('has carried out what was confirmed, in any order of declarations, purchases, outages and changes at Stripe', async () => {
  const numRuns = Number(process.env['ORDERS'] ?? counted(50, 1_000)) / apis.length;
  const tryOrders = (api: TestApi) =>
    fc.assert(
      fc.asyncProperty(orders, (order) => takeOrder(api, order)),
      { numRuns },
    );
  await Promise.all(apis.map(tryOrders));
}, 3_600_000);
