import { describe, expect, it, onTestFinished } from 'vitest';
import { day } from '../../../src/lib/time.ts';
import { killedAfter } from '../../testing/jobs.ts';
import { createPayer, createTestApi } from '../../testing/test-api.ts';

/** Creates a parent who pays from the first day, and lets days pass at Stripe and here. */
const createMember = async (coupon?: string) => {
  const api = await createTestApi();
  onTestFinished(api.close);
  const marie = await createPayer(api);
  const page = await marie.openPage(coupon === undefined ? {} : { coupon });
  const { id } = await api.stripe.pay(page, { trial: false });
  await marie.refresh();
  await api.jobs.runDue();
  const started = api.clock.now().getTime();
  const mails = () => api.jobs.mails.filter(({ to, template }) => to === marie.email && template !== 'welcome');
  const hourly = async (): Promise<void> => {
    await api.portal.billing.reconcile();
    await api.jobs.runDue();
  };
  return {
    api,
    marie,
    id,
    mails,
    /** Runs the hourly task on each of these days since the start. @returns the mails, by their day */
    untilDays: async (...days: number[]): Promise<Record<number, string[]>> => {
      const found: Record<number, string[]> = {};
      for (const passed of days) {
        const before = mails().length;
        api.clock.advance(started + passed * day - api.clock.now().getTime());
        await api.stripe.deliver();
        await hourly();
        await hourly();
        const sent = mails().slice(before);
        if (sent.length > 0) found[passed] = sent.map(({ template }) => template);
      }
      return found;
    },
  };
};

describe('the mails of a membership that are promised for a date', () => {
  it('announce the first payment of the whole price seven days before it, once', async () => {
    const { api, id, mails, untilDays } = await createMember('WELCOME20');
    expect(await untilDays(32, 63, 64)).toEqual({});
    const { next } = await api.stripe.subscription(id);
    const whole = Math.floor((Number(next?.at.getTime()) - api.clock.now().getTime()) / day) + 64;
    expect([next?.amount, await untilDays(whole - 8)]).toEqual([999, {}]);
    expect(await untilDays(whole - 7, whole - 6, whole + 1, whole + 40)).toEqual({ [whole - 7]: ['discount-ends'] });
    expect(mails()).toMatchObject([
      { values: { amount: 999, day: next?.at.toISOString().slice(0, 10), price: { amount: 999, interval: 'month' } } },
    ]);
  });

  it('announce the whole price to a parent who keeps a cancelled membership, and not before', async () => {
    const { api, id, marie, untilDays } = await createMember('WELCOME20');
    await untilDays(32, 64);
    await api.stripe.change(id, { cancelAtPeriodEnd: true });
    await marie.refresh();
    expect(await untilDays(85, 86)).toEqual({});
    await api.stripe.change(id, { cancelAtPeriodEnd: false });
    await marie.refresh();
    expect(await untilDays(87)).toEqual({ 87: ['membership-kept', 'discount-ends'] });
  });

  it('say nothing of a discount that stays', async () => {
    const { untilDays } = await createMember('staff_free');
    expect(await untilDays(25, 32, 55, 64)).toEqual({});
  });

  it('remind once a year of what the membership costs, and not a parent who leaves before that', async () => {
    const { api, id, marie, mails, untilDays } = await createMember();
    expect(await untilDays(320, 329, 331, 335, 400)).toEqual({ 331: ['yearly-reminder'] });
    expect(mails()).toMatchObject([{ values: { amount: 999, price: { amount: 999, interval: 'month' } } }]);
    await untilDays(694);
    await api.stripe.change(id, { cancelAtPeriodEnd: true });
    await marie.refresh();
    expect(await untilDays(697)).toEqual({});
    await api.stripe.change(id, { cancelAtPeriodEnd: false });
    await marie.refresh();
    expect(await untilDays(698)).toEqual({ 698: ['membership-kept', 'yearly-reminder'] });
  });

  it('are sent once after a kill at any step', async () => {
    const { api, id, marie, mails, untilDays } = await createMember('WELCOME20');
    await untilDays(32, 64);
    api.clock.advance(24 * day);
    const { gateway: playfab } = api.playfab;
    const { gateway: stripe } = api.stripe;
    const job = { userId: marie.userId, subscriptionId: id, template: 'discount-ends' } as const;
    let lives = 0;
    for (let isDone = false; !isDone; lives += 1) {
      const step = killedAfter(lives);
      const { jobs } = api.restarted({
        playfab: { ...playfab, accountOf: step(playfab.accountOf) },
        stripe: { ...stripe, subscriptionsOf: step(stripe.subscriptionsOf) },
      });
      isDone = await jobs['tell-owner'](job, { id: 'job' }).then(
        () => true,
        () => false,
      );
    }
    expect(lives).toBeGreaterThan(2);
    await untilDays(89, 90);
    expect(mails().map(({ template }) => template)).toEqual(['discount-ends']);
  });
});
