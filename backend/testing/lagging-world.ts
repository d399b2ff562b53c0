import fc from 'fast-check';
import { expect } from 'vitest';
import { day, hour, minute } from '../../src/lib/time.ts';
import { withdrawUntil } from '../domain/cancel/decisions.ts';
import { dayIn } from '../domain/clock.ts';
import { Refusal } from '../domain/refusal.ts';
import { counted } from './campaign.ts';
import {
  createCancellingParent,
  isEndingAtStripe,
  isResult,
  Killed,
  type CancellingParent,
  type Start,
} from './cancelling-parent.ts';
import { createTestApi, type TestApi } from './test-api.ts';
import { closeAfterAll } from './test-database.ts';

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

type Act = (parent: CancellingParent, past: Past) => Promise<void>;

const unlessRefused = async <Answer>(answer: Promise<Answer>): Promise<Answer | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof Refusal || error instanceof Killed) return null;
    throw error;
  });
const refunds = /POST \/v1\/refunds/;

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
/** Pays on pages at the same time. Of two memberships that live at the same time, the portal may end one. */
const pay = async ({ stripe }: CancellingParent, { excused }: Past, pages: readonly string[]): Promise<void> => {
  const live = (await stripe.books()).filter(({ isOver }) => !isOver).map(({ id }) => id);
  const bought = await Promise.all(pages.map((page) => stripe.pay(page).catch(() => null)));
  const all = [...live, ...bought.flatMap((one) => one?.id ?? [])];
  if (all.length > 1) for (const id of all) excused.add(id);
};

const newest = async ({ stripe }: CancellingParent) => (await stripe.books())[0];
/** Changes the newest subscription in Stripe's dashboard, if it lives. */
const change =
  (how: (parent: CancellingParent, id: string) => Promise<unknown>): Act =>
  async (parent, { touched, confirmed }) => {
    const one = await newest(parent);
    if (one === undefined || one.isOver) return;
    await how(parent, one.id).catch(() => undefined);
    touched.set(one.id, confirmed.length);
  };
const replaceCard =
  (card: 'works' | 'fails'): Act =>
  async (parent, { excused }) => {
    const one = await newest(parent);
    if (one === undefined) return;
    await parent.stripe.useCard(one.id, card);
    excused.add(one.id);
  };
const wait =
  (milliseconds: number): Act =>
  (parent) =>
    parent.wait(milliseconds);
const openPage: Act = async (parent, past) => {
  if (past.deletedAt === null) past.page = await parent.openPage().catch(() => past.page);
};
const payPage: Act = async (parent, past) => {
  if (past.page !== null) await pay(parent, past, [past.page]);
  past.page = null;
};
const runJobs: Act = async (parent) => void (await unlessRefused(parent.run()));

const declare =
  (kind: Kind): Act =>
  async (parent, past) => {
    const action = (): Promise<unknown> => (kind === 'undo' ? parent.undo() : parent.declare(kind));
    if (await isDeclared(parent, kind, action)) await say(parent, past, kind);
  };
const declareByMail =
  (kind: 'cancellation' | 'withdrawal'): Act =>
  async (parent, past) => {
    const before = parent.links().length;
    await unlessRefused(parent.declareByMail(kind));
    await runJobs(parent, past);
    const link = parent.links()[before];
    if (link !== undefined) await say(parent, past, kind, link);
  };
const confirm =
  (place: number): Act =>
  async (parent, { said: all, confirmed }) => {
    const said = all.filter(({ link }) => link !== null)[place];
    const link = said?.link ?? null;
    if (said === undefined || link === null || said.isConfirmed || !(await parent.exists())) return;
    if (!(await isDeclared(parent, said.kind, () => parent.confirm(link)))) return;
    said.isConfirmed = true;
    confirmed.push(said);
  };

const acts = {
  cancel: declare('cancellation'),
  withdraw: declare('withdrawal'),
  undo: declare('undo'),
  'cancel by mail': declareByMail('cancellation'),
  'withdraw by mail': declareByMail('withdrawal'),
  'confirm first link': confirm(0),
  'confirm second link': confirm(1),
  buy: async (parent, past) => {
    await openPage(parent, past);
    await payPage(parent, past);
  },
  'buy in two browsers': async (parent, past) => {
    const pages = await Promise.all([parent.openPage(), parent.openPage()].map((page) => page.catch(() => null)));
    const opened = pages.filter((page) => page !== null);
    await pay(parent, past, opened);
  },
  'everything at once': async (parent, past): Promise<void> => {
    const { cancel, withdraw, buy, 'events arrive': deliver } = acts;
    await Promise.all([cancel, withdraw, buy, deliver, runJobs, runJobs].map((act) => act(parent, past)));
  },
  'open a page': openPage,
  'pay the open page': payPage,
  delete: async (parent, past) => {
    if (past.deletedAt === null) await parent.delete();
    past.deletedAt ??= parent.clock.now();
  },
  'renew at Stripe': change(({ stripe }, id) => stripe.change(id, { cancelAtPeriodEnd: false })),
  'set a later end at Stripe': change(({ stripe, clock }, id) => {
    const cancel_at = Math.floor((clock.now().getTime() + 200 * day) / 1_000);
    return stripe.stripe.subscriptions.update(id, { cancel_at });
  }),
  'attach a schedule at Stripe': change(({ stripe: { stripe } }, id) =>
    stripe.subscriptionSchedules.create({ from_subscription: id }),
  ),
  'card fails': replaceCard('fails'),
  'card works': replaceCard('works'),
  'Stripe away or back': async ({ stripe }) => {
    if (!stripe.heal()) stripe.fail();
  },
  'PlayFab away or back': async ({ playfab }) => {
    playfab.isAway = !playfab.isAway;
  },
  'refunds refused or not': async ({ stripe }, past) => {
    past.refusesRefunds = !stripe.heal(refunds);
    if (past.refusesRefunds) stripe.fail(refunds, 'balance_insufficient');
  },
  'events arrive': ({ stripe }) => stripe.deliver(),
  'an hour': wait(hour),
  'four days': wait(4 * day),
  'eight days': wait(8 * day),
  'forty days': wait(40 * day),
  'jobs run': runJobs,
  'hourly task': async (parent) => void (await unlessRefused(parent.reconcile())),
} satisfies Record<string, Act>;
type Step = keyof typeof acts;

const isStep = (name: string): name is Step => Object.hasOwn(acts, name);
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
/** Jobs run twice as often as anything else happens. */
const steps = fc.constantFrom(...Object.keys(acts).filter(isStep), 'jobs run' as const);
/** What seldom happens by chance, and breaks most: other steps come before and after it. */
export type Scene = readonly Step[];
const partsOf = (scenes: readonly Scene[]) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.tuple(taken(steps)) },
    {
      weight: 1,
      arbitrary: fc.oneof(...scenes.map((scene) => fc.tuple(...scene.map((step) => taken(fc.constant(step)))))),
    },
  );
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
const expectTrue = async (parent: CancellingParent, { confirmed, declared, deletedAt }: Past): Promise<void> => {
  const books = await parent.stripe.books();
  // Another declaration of the same moment has a separate mail, in the same words.
  const sent = new Map<string, number>();
  for (const { template, values } of parent.mails()) {
    const mail = JSON.stringify([template, values]);
    sent.set(mail, (sent.get(mail) ?? 0) + 1);
    const moment = 'declaredAt' in values ? Date.parse(values.declaredAt) : null;
    const most = Math.max(1, [...declared.values()].filter((at) => at.getTime() === moment).length);
    expect(sent.get(mail), `no mail comes twice: ${mail}`).toBeLessThanOrEqual(most);
  }
  // A declaration may be answered again when more is found; what goes back is promised by one of them.
  const promised = new Map<string, number>();
  for (const { values } of parent.mails()) {
    if (!('refunded' in values)) continue;
    const { declaredAt, refunded } = values;
    promised.set(declaredAt, Math.max(promised.get(declaredAt) ?? 0, refunded?.amount ?? 0));
  }
  const sum = (amounts: Iterable<number>): number => [...amounts].reduce((one, other) => one + other, 0);
  const refunded = books.flatMap(({ payments }) => payments.map((payment) => payment.refunded));
  expect(sum(promised.values()), 'what is promised back').toBeLessThanOrEqual(sum(refunded));
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

/** Compares the end that the newest mail names with Stripe, where it must be the end of the current period. */
const expectToldEnd = async (parent: CancellingParent): Promise<void> => {
  const mail = parent.lastMail();
  const endsAt = mail?.template === 'cancellation-done' ? mail.values.endsAt : null;
  if (endsAt === null) return;
  const [one, ...others] = await parent.stripe.books();
  // Of several memberships, the mail names the latest end, also of one that an earlier mail named.
  if (one === undefined || others.length > 0) return;
  expect([one.endsAt?.toISOString(), isEndingAtStripe(one)], 'the end in the mail').toEqual([endsAt, true]);
};

/** Lets the services work again. Then the jobs run, a day or most of a trial passes, and a renewal. */
const settle = async (parent: CancellingParent, past: Past): Promise<void> => {
  const { stripe, clock, reconcile } = parent;
  stripe.heal();
  parent.playfab.isAway = false;
  // What was not given up is charged now.
  for (const { id } of await stripe.books()) await stripe.useCard(id, 'works');
  await parent.settle();
  const trial = past.deletedAt === null ? (await stripe.books()).find(({ isTrial }) => isTrial) : undefined;
  const warnings = () => parent.templates().filter((template) => template === 'trial-ends').length;
  const before = warnings();
  const untilWarning = (trial?.trialEnd?.getTime() ?? 0) - 2 * day - clock.now().getTime();
  await parent.wait(trial === undefined ? day : Math.max(hour, untilWarning));
  await reconcile();
  if (trial !== undefined) {
    expect(warnings(), 'the mail before the end of the trial').toBe(isEndingAtStripe(trial) ? before : 1);
  }
  if (past.refusesRefunds) {
    await expectCarriedOut(parent, past, true);
    stripe.heal(refunds);
    await parent.settle();
  }
  await parent.wait(40 * day);
  await reconcile();
  await parent.settle();
};

type Taken = typeof taken extends (step: never) => fc.Arbitrary<infer One> ? One : never;

const takeOrder = async (api: TestApi, start: Start, taken: readonly Taken[]): Promise<void> => {
  const parent = await createCancellingParent(api, start);
  const past: Past = {
    said: [],
    confirmed: [],
    touched: new Map(),
    excused: new Set(start.card === undefined ? [] : [parent.subscriptionId]),
    page: null,
    refusesRefunds: false,
    deletedAt: null,
    declared: new Map(),
  };
  let hasDied = false;
  for (const { step, dies, later } of taken) {
    if (later) parent.clock.advance(minute);
    parent.dieAfter(dies);
    const mails = parent.mails().length;
    await acts[step](parent, past);
    // After a kill, a mail may be sent later than it was written.
    hasDied ||= dies !== null;
    if (parent.mails().length > mails && !hasDied) await expectToldEnd(parent);
    const declarations = await api.database.selectFrom('declarations').select(['id', 'declaredAt']).execute();
    for (const { id, declaredAt } of declarations) past.declared.set(id, declaredAt);
  }
  parent.dieAfter(null);
  await settle(parent, past);
  await expectCarriedOut(parent, past);
  await expectTrue(parent, past);
};

/**
 * Creates a test that tries random orders. Each has its own parents; one of them waits for the database while the
 * other one does not.
 */
export const createModel = async (starts: readonly Start[], scenes: readonly Scene[]): Promise<() => Promise<void>> => {
  const apis = await Promise.all([1, 2].map(() => closeAfterAll(createTestApi())));
  const parts = fc.array(partsOf(scenes), { minLength: 2, maxLength: 8 });
  // There are two models, which run at the same time.
  const numRuns = Math.ceil(Number(process.env['ORDERS'] ?? counted(50, 2_000)) / 2 / apis.length);
  return async () => {
    await Promise.all(
      apis.map((api) =>
        fc.assert(
          fc.asyncProperty(fc.constantFrom(...starts), parts, (start, order) => takeOrder(api, start, order.flat())),
          { numRuns },
        ),
      ),
    );
  };
};
