import { beforeEach, describe, expect, it } from 'vitest';
import type { DeclarationKind } from '../../../src/contracts/calls/cancel.ts';
import { day, hour, minute } from '../../../src/lib/time.ts';
import { createCancellingParent, isEndingAtStripe, type CancellingParent } from '../../testing/cancelling-parent.ts';
import { createTestApi } from '../../testing/test-api.ts';
import { closeAfterAll } from '../../testing/test-database.ts';
import { dayIn } from '../clock.ts';
import { lastDay, withdrawUntil } from './decisions.ts';

const api = await closeAfterAll(createTestApi());

let parent: CancellingParent;
beforeEach(async () => {
  parent = await createCancellingParent(api);
});

/** Waits for a step of the parent, and for the jobs that it added. */
const after = async (step: Promise<unknown>): Promise<void> => {
  await step;
  await parent.run();
};
/** Confirms a mailed declaration while PlayFab does not say whose the address is. */
const confirmInOutage = async (kind: DeclarationKind): Promise<void> => {
  await after(parent.declareByMail(kind));
  parent.playfab.isAway = true;
  await after(parent.confirm(parent.links()[0] ?? ''));
};

describe('the last confirmation', () => {
  it('counts, also that of an older declaration', async () => {
    await after(parent.declareByMail('cancellation'));
    parent.clock.advance(day + hour);
    await after(parent.declareByMail('cancellation'));
    const [older = '', newer = ''] = parent.links();
    await after(parent.confirm(newer));
    await after(parent.undo());
    expect(isEndingAtStripe(await parent.subscription())).toBe(false);
    await after(parent.confirm(older));
    expect(isEndingAtStripe(await parent.subscription())).toBe(true);
    expect(parent.results()).toEqual(['cancellation-done', 'cancellation-undone', 'cancellation-done']);
  });

  it('counts also when the account of an earlier one is found later', async () => {
    await confirmInOutage('cancellation');
    await after(parent.declare('cancellation'));
    await parent.undo();
    parent.playfab.isAway = false;
    await parent.settle();
    expect(isEndingAtStripe(await parent.subscription())).toBe(false);
    expect(parent.results()).toEqual(['cancellation-undone']);
  });

  it('takes no withdrawal back, also one whose account is found later', async () => {
    await confirmInOutage('withdrawal');
    await parent.declare('cancellation');
    parent.playfab.isAway = false;
    await parent.settle();
    expect(await parent.isRefunded()).toBe(true);
    expect(parent.results().at(-1)).toBe('withdrawal-done');
  });

  it('is under way in the answer while Stripe is away', async () => {
    await after(parent.declare('cancellation'));
    parent.stripe.fail();
    expect(await parent.undo()).toMatchObject({
      subscription: { endsAt: expect.any(String) },
      latest: { kind: 'undo', result: null },
    });
    parent.stripe.heal();
    await parent.settle();
    expect(await parent.read()).toMatchObject({
      subscription: { endsAt: null },
      latest: { kind: 'undo', result: 'goes-on' },
    });
  });
});

it.each(['cancellation', 'withdrawal'] as const)('a %s is acknowledged once while Stripe is away', async (kind) => {
  parent.stripe.fail();
  await after(parent.declare(kind));
  expect(parent.templates()).toEqual([]);
  for (let hours = 0; hours < 2; hours += 1) {
    parent.clock.advance(hour);
    await parent.run();
  }
  expect(parent.templates()).toEqual([`${kind}-received`]);
  parent.stripe.heal();
  await parent.settle();
  expect(parent.results()).toEqual([`${kind}-done`]);
});

describe('a withdrawal', () => {
  it('is refunded after the account was deleted before PlayFab said whose the address is', async () => {
    await confirmInOutage('withdrawal');
    await after(parent.delete());
    expect([(await parent.subscription()).status, await parent.isRefunded()]).toEqual(['ended', false]);
    parent.playfab.isAway = false;
    await parent.settle();
    expect(await parent.isRefunded()).toBe(true);
    expect(parent.templates()).toEqual(['withdrawal-received', 'withdrawal-done', 'account-deleted']);
  });

  it.each(['balance_insufficient', 'charge_disputed'])(
    'ends before a refund that Stripe refuses (%s), promises no money, alerts and is repeated',
    async (code) => {
      parent.stripe.fail(/refunds/, code);
      await after(parent.declare('withdrawal'));
      expect([(await parent.subscription()).status, await parent.isRefunded()]).toEqual(['ended', false]);
      expect(parent.events).toContainEqual({ kind: 'refund-refused', reason: code });
      await parent.settle();
      expect(parent.templates()).toEqual(['withdrawal-ended']);
      expect(await parent.read()).toMatchObject({ latest: { kind: 'withdrawal', result: null } });
      // Nothing that is confirmed later makes the portal forget the refund.
      await parent.declare('cancellation');
      await parent.settle();
      parent.stripe.heal(/refunds/);
      await parent.settle();
      expect(await parent.isRefunded()).toBe(true);
      expect(parent.templates()).toEqual(['withdrawal-ended', 'nothing-to-end', 'withdrawal-done']);
      expect(parent.lastMail()).toMatchObject({ values: { refunded: { amount: 999, currency: 'usd' } } });
    },
  );

  it('is answered by a mail also after another one that was carried out', async () => {
    await after(parent.declare('withdrawal'));
    parent.clock.advance(minute);
    await after(parent.declare('withdrawal'));
    expect(parent.results()).toEqual(['withdrawal-done', 'nothing-to-end']);
  });

  it('is reported by mail also when what it concerns is found together with a later cancellation', async () => {
    await after(parent.declare('withdrawal'));
    const found = await parent.stripe.pay(await parent.openPage());
    parent.clock.advance(minute);
    await after(parent.declare('cancellation'));
    expect(await parent.isRefunded(found.id)).toBe(true);
    expect(parent.results()).toEqual(['withdrawal-done', 'withdrawal-done']);
  });

  it('keeps the account until a refused refund is made', async () => {
    parent.stripe.fail(/refunds/, 'balance_insufficient');
    await parent.declare('withdrawal');
    await parent.delete();
    await parent.settle();
    expect(parent.templates()).toEqual(['withdrawal-ended']);
    parent.stripe.heal(/refunds/);
    await parent.settle();
    expect(await parent.isRefunded()).toBe(true);
    expect(parent.templates()).toEqual(['withdrawal-ended', 'withdrawal-done', 'account-deleted']);
  });

  it('is declared until the last hour of its last day in the contract’s time zone, which the page names', async () => {
    const { trialEnd } = await parent.subscription();
    const last = '2026-03-23';
    expect(await parent.read()).toMatchObject({ withdrawUntil: last });
    expect(dayIn('Europe/Paris', new Date(Number(trialEnd) + 14 * day))).toBe(last);
    parent.clock.advance(Date.parse('2026-03-23T22:59:59Z') - parent.clock.now().getTime());
    expect(await parent.read()).toMatchObject({ withdrawUntil: last });
    parent.stripe.fail();
    await after(parent.declare('withdrawal'));
    parent.clock.advance(day);
    parent.stripe.heal();
    await parent.settle();
    expect(await parent.isRefunded()).toBe(true);
  });

  it('counts as a cancellation from the next day on', async () => {
    parent.clock.advance(Date.parse('2026-03-23T23:00:00Z') - parent.clock.now().getTime());
    expect(await parent.read()).toMatchObject({ withdrawUntil: null });
    await after(parent.declare('withdrawal'));
    expect(await parent.isRefunded()).toBe(false);
    expect(isEndingAtStripe(await parent.subscription())).toBe(true);
    expect(parent.lastMail()).toMatchObject({ template: 'cancellation-done', values: { late: true } });
  });

  it('is compared by Stripe’s clock, because Stripe says when the contract began', async () => {
    // Our clock is half an hour ahead: at Stripe it is still the last day.
    await parent.stripe.advance(-30 * 60);
    parent.clock.advance(Date.parse('2026-03-23T23:10:00Z') - parent.clock.now().getTime());
    // The page reads Stripe before the declaration.
    await parent.read();
    await after(parent.declare('withdrawal'));
    expect(await parent.isRefunded()).toBe(true);
  });
});

describe('a membership', () => {
  it('is found when our clock is behind Stripe’s', async () => {
    // The contract began at Stripe's time, which our clock has not reached.
    await parent.stripe.advance(7 * 24 * 3_600 + 11 * 60);
    parent.clock.advance(-7 * day - 11 * minute);
    await parent.read();
    await after(parent.declare('cancellation'));
    expect(isEndingAtStripe(await parent.subscription())).toBe(true);
  });
});

describe('strangers', () => {
  it('cause one mail for the same declaration within a day, and get the same answer', async () => {
    const first = await parent.declareByMail('cancellation', '198.51.100.0');
    parent.clock.advance(hour);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => parent.declareByMail('cancellation', `198.51.100.${index + 1}`)),
    );
    expect(answers).toEqual(Array(12).fill(first));
    await parent.declareByMail('withdrawal', '203.0.113.7');
    await parent.run();
    expect(parent.templates()).toEqual(['cancellation-received', 'withdrawal-received']);
    parent.clock.advance(day);
    await parent.declareByMail('cancellation', '203.0.113.7');
    await parent.run();
    expect(parent.links()).toHaveLength(3);
  });

  it('cause one mail when they declare at the same moment', async () => {
    await Promise.all(Array.from({ length: 8 }, () => parent.declareByMail('cancellation')));
    await parent.run();
    expect(parent.links()).toHaveLength(1);
  });

  it('block no other address of a mobile carrier’s network', async () => {
    for (let count = 0; count < 250; count += 1) {
      await parent.declareByMail('cancellation', `192.0.2.${count % 5}`).catch(() => undefined);
    }
    await expect(parent.declareByMail('withdrawal', '192.0.2.99')).resolves.toMatchObject({ state: 'mailed' });
  }, 120_000);
});

describe('the days of a period', () => {
  it.each([
    ['Europe/Paris', '2026-03-15T09:00:00Z', 14, '2026-03-29'],
    ['Europe/Paris', '2026-10-11T21:59:59Z', 14, '2026-10-25'],
    ['Europe/Paris', '2026-10-11T22:00:00Z', 14, '2026-10-26'],
    ['America/New_York', '2026-10-19T03:59:59Z', 14, '2026-11-01'],
    ['Pacific/Auckland', '2026-12-18T11:00:00Z', 14, '2027-01-02'],
  ])('end with the last day in %s, %s and %i days later', (zone, start, days, expected) => {
    expect(lastDay(zone, new Date(start), days)).toBe(expected);
  });

  it.each([
    ['2026-03-29T21:59:59Z', '2026-03-29'],
    ['2026-03-29T22:00:00Z', '2026-03-30'],
    ['2026-10-25T22:59:59Z', '2026-10-25'],
    ['2026-10-25T23:00:00Z', '2026-10-26'],
  ])('end at midnight on the day of a change of clocks: %s is on %s', (moment, expected) => {
    expect(dayIn('Europe/Paris', new Date(moment))).toBe(expected);
  });

  it('begin with the first payment after a trial, and do not exist for an app store', () => {
    const zone = 'Europe/Paris';
    const startedAt = new Date('2026-12-01T09:00:00Z');
    expect(withdrawUntil({ startedAt, trialEnd: new Date('2026-12-08T09:00:00Z') }, zone)).toBe('2026-12-22');
    expect(withdrawUntil({ startedAt, trialEnd: null }, zone)).toBe('2026-12-15');
    expect(withdrawUntil({ startedAt: null, trialEnd: null }, zone)).toBeNull();
  });

  it.each([
    ['a Friday', '2026-12-04T09:00:00Z', '2026-12-18'],
    ['a Saturday', '2026-12-05T09:00:00Z', '2026-12-21'],
    ['a Sunday', '2026-12-06T09:00:00Z', '2026-12-21'],
    ['a Monday that is still Sunday in UTC', '2026-12-06T23:00:00Z', '2026-12-21'],
    ['a Saturday of the next year', '2026-12-19T09:00:00Z', '2027-01-04'],
  ])('end on the next Monday if their last day is at a weekend: %s, from %s', (_, start, expected) => {
    expect(withdrawUntil({ startedAt: new Date(start), trialEnd: null }, 'Europe/Paris')).toBe(expected);
  });
});
