import fc from 'fast-check';
import { expect, it } from 'vitest';
import { day, hour, minute } from '../../../src/lib/time.ts';
import { counted } from '../../testing/campaign.ts';
import {
  createCancellingParent,
  isEndingAtStripe,
  Killed,
  type CancellingParent,
} from '../../testing/cancelling-parent.ts';
import { createTestApi } from '../../testing/test-api.ts';
import { closeAfterAll } from '../../testing/test-database.ts';
import { dayIn } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import { withdrawUntil } from './decisions.ts';

const api = await closeAfterAll(createTestApi());

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
  'eight days',
  'forty days',
  'jobs run',
  'jobs run',
  'hourly task',
] as const;
type Step = (typeof steps)[number];
/**
 * `dies`: the process that takes the step is killed after so many statements and calls. `later`: a minute has passed.
 */
const orders = fc.array(
  fc.record({
    step: fc.constantFrom(...steps),
    dies: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 7 }),
    later: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
  }),
  { minLength: 3, maxLength: 16 },
);
type Kind = 'cancellation' | 'withdrawal' | 'undo';

/** What was confirmed: when it was declared, and which subscriptions existed then. */
type Said = { kind: Kind; at: Date; subscriptions: readonly string[]; isConfirmed: boolean; link: string | null };
/**
 * What the parent, the operator and the services did. `touched`: the last change of a subscription at Stripe itself.
 */
type World = {
  said: Said[];
  confirmed: Said[];
  touched: Map<string, number>;
  page: string | null;
  deletedAt: Date | null;
};

const unlessRefused = async <Answer>(answer: Promise<Answer>): Promise<Answer | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof Refusal || error instanceof Killed) return null;
    throw error;
  });
const toggle = ({ fail, heal }: CancellingParent['stripe'], which = /./, code: string | null = null): void => {
  if (!heal(which)) fail(which, code);
};
const refunds = /POST \/v1\/refunds/;

const say = async (parent: CancellingParent, world: World, kind: Kind, link: string | null = null): Promise<void> => {
  const subscriptions = (await parent.allSubscriptions()).map(({ id }) => id);
  const said = { kind, at: parent.clock.now(), subscriptions, isConfirmed: link === null, link };
  world.said.push(said);
  if (link === null) world.confirmed.push(said);
};

/**
 * Returns whether something is declared by an action: what is stored counts, also if the process died before it
 * answered.
 */
const isDeclared = async (parent: CancellingParent, kind: Kind, action: () => Promise<unknown>): Promise<boolean> => {
  const before = await parent.confirmed(kind);
  return (await unlessRefused(action())) !== null || (await parent.confirmed(kind)) > before;
};
const declare = async (parent: CancellingParent, world: World, kind: Kind): Promise<void> => {
  const action = (): Promise<unknown> => (kind === 'undo' ? parent.undo() : parent.declare(kind));
  if (await isDeclared(parent, kind, action)) await say(parent, world, kind);
};

const perform = async (parent: CancellingParent, world: World, step: Step): Promise<void> => {
  const { stripe, clock } = parent;
  const newest = async () => (await parent.allSubscriptions())[0];
  const change = async (how: (id: string) => Promise<unknown>): Promise<void> => {
    const one = await newest();
    if (one === undefined || one.status === 'canceled') return;
    await how(one.id).catch(() => undefined);
    world.touched.set(one.id, world.confirmed.length);
  };
  switch (step) {
    case 'cancel':
      return declare(parent, world, 'cancellation');
    case 'withdraw':
      return declare(parent, world, 'withdrawal');
    case 'undo':
      return declare(parent, world, 'undo');
    case 'everything at once': {
      const together: readonly Step[] = ['cancel', 'withdraw', 'buy', 'events arrive', 'jobs run', 'jobs run'];
      await Promise.all(together.map((one) => perform(parent, world, one)));
      return;
    }
    case 'buy in two browsers': {
      const pages = await Promise.all([parent.openPage(), parent.openPage()].map((page) => page.catch(() => null)));
      await Promise.all(pages.map((page) => (page === null ? null : stripe.pay(page).catch(() => null))));
      return;
    }
    case 'cancel by mail':
    case 'withdraw by mail': {
      const kind = step === 'cancel by mail' ? 'cancellation' : 'withdrawal';
      const before = parent.links().length;
      await unlessRefused(parent.declareByMail(kind));
      await unlessRefused(parent.run());
      const link = parent.links()[before];
      if (link !== undefined) await say(parent, world, kind, link);
      return;
    }
    case 'confirm first link':
    case 'confirm second link': {
      const said = world.said.filter((one) => one.link !== null)[step === 'confirm first link' ? 0 : 1];
      const link = said?.link ?? null;
      if (said === undefined || link === null || said.isConfirmed || !(await parent.exists())) return;
      if (!(await isDeclared(parent, said.kind, () => parent.confirm(link)))) return;
      said.isConfirmed = true;
      world.confirmed.push(said);
      return;
    }
    case 'buy':
    case 'open a page':
      if (world.deletedAt === null) world.page = await parent.openPage().catch(() => world.page);
      if (step === 'buy' && world.page !== null) await perform(parent, world, 'pay the open page');
      return;
    case 'pay the open page':
      if (world.page !== null) await stripe.pay(world.page).catch(() => undefined);
      world.page = null;
      return;
    case 'delete':
      if (world.deletedAt === null) await parent.delete();
      world.deletedAt ??= clock.now();
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
      if (one !== undefined) await stripe.useCard(one.id, step === 'card fails' ? 'fails' : 'works');
      return;
    }
    case 'Stripe away or back':
      return toggle(stripe);
    case 'PlayFab away or back':
      parent.playfab.isAway = !parent.playfab.isAway;
      return;
    case 'refunds refused or not':
      return toggle(stripe, refunds, 'balance_insufficient');
    case 'events arrive':
      return stripe.deliver();
    case 'an hour':
      return parent.wait(hour);
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

const settle = async (parent: CancellingParent): Promise<void> => {
  parent.stripe.heal();
  parent.stripe.heal(refunds);
  parent.playfab.isAway = false;
  for (let time = 0; time < 3; time += 1) {
    await parent.settle();
    await parent.wait(day);
    await parent.reconcile();
  }
};

/** Compares what was declared with what is at Stripe, and with the mails. */
const expectTruth = async (parent: CancellingParent, { confirmed, touched, deletedAt }: World): Promise<void> => {
  for (const { id } of await parent.allSubscriptions()) {
    const one = await parent.subscription(id);
    const mine = confirmed.filter(({ subscriptions }) => subscriptions.includes(one.id));
    const until = withdrawUntil({ startedAt: one.createdAt, trialEnd: one.trialEnd }, 'Europe/Paris') ?? '';
    const isWithdrawn = mine.some(({ kind, at }) => kind === 'withdrawal' && until >= dayIn('Europe/Paris', at));
    const last = mine.at(-1);
    const isOver = one.status === 'ended' || isEndingAtStripe(one);
    if (isWithdrawn) {
      expect([one.status, await parent.notRefunded(one.id, new Date(0))], 'withdrawn').toEqual(['ended', 0]);
    } else if (last !== undefined && last.kind !== 'undo' && (touched.get(one.id) ?? 0) < confirmed.length) {
      const afterUndo = mine.slice(mine.findLastIndex(({ kind }) => kind === 'undo') + 1);
      const isTouched = (touched.get(one.id) ?? -1) > confirmed.indexOf(last);
      if (!isTouched) expect(isOver, 'cancelled').toBe(true);
      const since = new Date(Math.max(...afterUndo.map(({ at }) => at.getTime())));
      if (!isTouched) expect(await parent.notRefunded(one.id, since), 'charged after a cancellation').toBe(0);
    }
    if (deletedAt !== null) {
      expect([one.status, await parent.notRefunded(one.id, deletedAt)], 'deleted').toEqual(['ended', 0]);
    }
  }
  if (deletedAt !== null) expect(await parent.exists()).toBe(false);
  expect(parent.templates().filter((template) => template === 'trial-ends').length).toBeLessThanOrEqual(1);
  const last = confirmed.at(-1);
  // A withdrawal of a subscription whose days are over is told as a cancellation.
  if (last !== undefined && last.kind !== 'undo' && deletedAt === null) expect(parent.results()).not.toEqual([]);
};

it('has carried out what was confirmed, in any order of declarations, purchases, outages and changes at Stripe', async () => {
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const parent = await createCancellingParent(api, { trial: 'running' });
      const world: World = { said: [], confirmed: [], touched: new Map(), page: null, deletedAt: null };
      for (const { step, dies, later } of order) {
        if (later) parent.clock.advance(minute);
        parent.dieAfter(dies);
        await perform(parent, world, step);
      }
      parent.dieAfter(null);
      await settle(parent);
      await expectTruth(parent, world);
    }),
    { numRuns: Number(process.env['ORDERS'] ?? counted(50, 1_000)) },
  );
}, 3_600_000);
