import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hour } from '../../../src/lib/time.ts';
import { counted } from '../../testing/campaign.ts';
import { createLeavingParent, type LeavingParent } from '../../testing/payer.ts';
import { closeAfterAll, createTestDatabase } from '../../testing/test-database.ts';
import { Refusal } from '../refusal.ts';

const test = await closeAfterAll(createTestDatabase());

const steps = [
  ...(['cancellation', 'withdrawal'] as const).flatMap((kind) => [
    { step: 'declare', kind } as const,
    { step: 'by mail', kind } as const,
  ]),
  ...['undo', 'delete', 'run', 'hour', 'stripe', 'playfab', 'refusal'].map((step) => ({ step })),
  // Most orders should confirm something and run jobs.
  ...[0, 1, 2].map((link) => ({ step: 'confirm', link })),
  { step: 'run' },
  { step: 'undo' },
];
type Step = { step: string; kind?: 'cancellation' | 'withdrawal'; link?: number };

/** What the owner said last, by the rules of the specification: the last one counts, but no withdrawal is taken back. */
type Model = { wanted: 'none' | 'period' | 'withdrawal' | undefined; isWithdrawn: boolean; isDeleted: boolean };

const unlessRefused = async <Answer>(answer: Promise<Answer>): Promise<Answer | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });

/** The calls that refund. */
const refunds = /refunds/;
const toggle = ({ fail, heal }: LeavingParent['stripe'], which = /./, code: string | null = null): void =>
  heal(which) ? undefined : fail(which, code);

const perform = async (parent: LeavingParent, model: Model, confirmed: Set<string>, step: Step): Promise<void> => {
  const { stripe } = parent;
  const said = (wanted: 'none' | 'period' | 'withdrawal') => {
    model.wanted = wanted;
    if (wanted === 'withdrawal') model.isWithdrawn = true;
  };
  const { kind = 'cancellation', link = 0 } = step;
  const end = kind === 'withdrawal' ? kind : 'period';
  switch (step.step) {
    case 'declare':
      if ((await unlessRefused(parent.declare(kind))) !== null) said(end);
      return;
    case 'by mail':
      await parent.declareByMail(kind);
      return;
    case 'confirm': {
      const secret = parent.links()[link];
      if (secret === undefined) return;
      const answer = await unlessRefused(parent.confirm(secret));
      if (answer === null || confirmed.has(secret)) return;
      confirmed.add(secret);
      // A deletion that waits for a service still carries out what is confirmed.
      if (await parent.exists()) said(answer.kind === 'withdrawal' ? 'withdrawal' : 'period');
      return;
    }
    case 'undo':
      if ((await unlessRefused(parent.undo())) !== null) said('none');
      return;
    case 'delete':
      model.isDeleted = true;
      await parent.delete();
      return;
    case 'run':
      await parent.run();
      return;
    case 'hour':
      parent.clock.advance(hour);
      await parent.run();
      return;
    case 'stripe':
      toggle(stripe);
      return;
    case 'playfab':
      parent.playfab.isAway = !parent.playfab.isAway;
      return;
    default:
      toggle(stripe, refunds, 'balance_insufficient');
  }
};

/** Compares the wanted end, Stripe, and the last mail about it. */
const expectAgreement = async (parent: LeavingParent, model: Model): Promise<void> => {
  const { status, cancelAtPeriodEnd } = await parent.subscription();
  const isOver = status === 'ended';
  const last = parent.results().at(-1);
  expect({ isOver, isRefunded: await parent.isRefunded() }).toEqual({
    isOver: model.isWithdrawn || model.isDeleted,
    isRefunded: model.isWithdrawn,
  });
  if (model.isWithdrawn) expect(parent.results()).toContain('withdrawal-done');
  if (model.isDeleted) {
    expect(await parent.wanted()).toBeUndefined();
    if (model.wanted === 'period' && !model.isWithdrawn) expect(last).toMatch(/^(cancellation-done|nothing-to-end)$/);
    return;
  }
  const wanted = await parent.wanted();
  if (!model.isWithdrawn) {
    expect(wanted).toBe(model.wanted);
    expect(cancelAtPeriodEnd).toBe(model.wanted === 'period');
    const mails = { none: 'cancellation-undone', period: 'cancellation-done', withdrawal: '' };
    expect(last).toBe(model.wanted === undefined ? undefined : mails[model.wanted]);
    return;
  }
  // After a withdrawal nothing is left to end.
  expect(last).toBe(wanted === 'withdrawal' ? 'withdrawal-done' : 'nothing-to-end');
};

it('agrees with Stripe and the last mail in any order of declarations, undoing, deletion, outages and refusals', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom<Step>(...steps), { minLength: 3, maxLength: 14 }), async (order) => {
      const parent = await createLeavingParent(test);
      const model: Model = { wanted: undefined, isWithdrawn: false, isDeleted: false };
      const confirmed = new Set<string>();
      for (const step of order) await perform(parent, model, confirmed, step);
      parent.stripe.heal();
      parent.stripe.heal(refunds);
      parent.playfab.isAway = false;
      await parent.settle();
      await expectAgreement(parent, model);
    }),
    { numRuns: counted(60, 200) },
  );
}, 1_200_000);
