import { describe, expect, it } from 'vitest';
import { day, hour, minute } from '../../../src/lib/time.ts';
import { createCancellingParent, isEndingAtStripe, type CancellingParent } from '../../testing/cancelling-parent.ts';
import { failingCard } from '../../testing/stripe.ts';
import { createTestApi } from '../../testing/test-api.ts';
import { closeAfterAll } from '../../testing/test-database.ts';

const api = await closeAfterAll(createTestApi());

/** Waits for a step of a parent, and for the jobs that it added. */
const after = async (parent: CancellingParent, step: Promise<unknown>): Promise<void> => {
  await step;
  await parent.run();
};
/** Lets the trial end without a payment: the card fails at the first renewal. */
const createOverdueParent = async (): Promise<CancellingParent> => {
  const parent = await createCancellingParent(api, { card: failingCard });
  expect((await parent.subscription()).status).toBe('past_due');
  return parent;
};
const openInvoices = async ({ stripe, subscriptionId }: CancellingParent) =>
  (await stripe.stripe.invoices.list({ subscription: subscriptionId })).data.filter(({ status }) =>
    ['draft', 'open'].includes(status ?? ''),
  );

describe('no event of Stripe arrives', () => {
  it('carries a second cancellation out after a renewal in Stripe’s dashboard', async () => {
    const parent = await createCancellingParent(api);
    await after(parent, parent.declare('cancellation'));
    await parent.stripe.change(parent.subscriptionId, { cancelAtPeriodEnd: false });
    await after(parent, parent.declare('cancellation'));
    expect(isEndingAtStripe(await parent.subscription())).toBe(true);
    expect(parent.results()).toEqual(['cancellation-done', 'cancellation-done']);
  });

  it('ends a membership that was bought after a withdrawal, by a later withdrawal that comes too late', async () => {
    const parent = await createCancellingParent(api, { trial: 'running' });
    await after(parent, parent.declare('withdrawal'));
    const second = await parent.buy();
    await parent.wait(17 * day);
    await after(parent, parent.declare('withdrawal'));
    expect(isEndingAtStripe(await parent.subscription(second.id))).toBe(true);
    expect(parent.lastMail()).toMatchObject({ template: 'cancellation-done', values: { late: true } });
  });

  it('refunds a membership that was bought after a withdrawal, by a second withdrawal', async () => {
    const parent = await createCancellingParent(api);
    await after(parent, parent.declare('withdrawal'));
    const second = await parent.buy();
    await parent.wait(minute);
    await after(parent, parent.declare('withdrawal'));
    expect([(await parent.subscription(second.id)).status, await parent.isRefunded(second.id)]).toEqual([
      'ended',
      true,
    ]);
    expect(parent.results()).toEqual(['withdrawal-done', 'withdrawal-done']);
    expect(parent.lastMail()).toMatchObject({ values: { refunded: { amount: 999 } } });
  });

  it('mails before the end of a trial once, without an event', async () => {
    const parent = await createCancellingParent(api, { trial: 'running' });
    await parent.wait(4 * day);
    for (let time = 0; time < 3; time += 1) {
      await parent.reconcile();
      await parent.wait(hour);
    }
    expect(parent.templates()).toEqual(['trial-ends']);
  });

  it('mails before the end of a trial that was cancelled and is kept, also after an outage', async () => {
    const parent = await createCancellingParent(api, { trial: 'running' });
    await parent.wait(4 * day);
    parent.playfab.isAway = true;
    await parent.reconcile();
    parent.playfab.isAway = false;
    await after(parent, parent.declare('cancellation'));
    await parent.wait(hour);
    await parent.reconcile();
    expect(parent.templates()).toEqual(['cancellation-done']);
    await after(parent, parent.undo());
    await parent.wait(hour);
    await parent.reconcile();
    expect(parent.templates()).toEqual(['cancellation-done', 'cancellation-undone', 'trial-ends']);
  });

  it('finds a change in Stripe’s dashboard within a day, and mails that a cancellation was taken back', async () => {
    const parent = await createCancellingParent(api);
    await after(parent, parent.declare('cancellation'));
    await parent.stripe.change(parent.subscriptionId, { cancelAtPeriodEnd: false });
    await parent.wait(day);
    await parent.reconcile();
    expect((await parent.status()).subscription).toMatchObject({ endsAt: null });
    expect(parent.templates()).toEqual(['cancellation-done', 'membership-kept']);
  });

  it('finds within a day that a customer was deleted in Stripe’s dashboard', async () => {
    const parent = await createCancellingParent(api);
    await parent.stripe.gateway.deleteCustomer(parent.customerId);
    await parent.wait(day);
    await parent.reconcile();
    expect((await parent.status()).isSubscribed).toBe(false);
  });
});

describe('a deletion', () => {
  it('refunds a page that was paid after the request, of a known customer, while Stripe could not be reached', async () => {
    const parent = await createCancellingParent(api);
    await after(parent, parent.declare('withdrawal'));
    const page = await parent.openPage();
    parent.stripe.fail();
    await after(parent, parent.delete());
    await parent.wait(minute);
    const late = await parent.stripe.pay(page, { trial: false });
    parent.stripe.heal();
    await parent.settle();
    expect(await parent.exists()).toBe(false);
    expect(await parent.isRefunded(late.id)).toBe(true);
  });

  it('says that a membership was cancelled, and not that there was none', async () => {
    const parent = await createCancellingParent(api);
    await parent.declare('cancellation');
    await parent.delete();
    await parent.settle();
    expect(parent.results()).toEqual(['cancellation-done']);
  });

  it('keeps the id and the address of a refund until the money is back', async () => {
    const parent = await createCancellingParent(api);
    await parent.stripe.useCard(parent.subscriptionId, 'refundsLate');
    await parent.declare('withdrawal');
    await after(parent, parent.delete());
    await parent.settle();
    const kept = () => api.database.selectFrom('refunds').selectAll().where('email', 'is not', null).execute();
    expect(await kept()).toMatchObject([{ status: 'pending', userId: null }]);
    await parent.wait(2 * day);
    await parent.reconcile();
    expect(await kept()).toEqual([]);
  });
});

it('ends nothing that was bought after a link was confirmed whose account was not found yet', async () => {
  const parent = await createCancellingParent(api);
  await after(parent, parent.declare('withdrawal'));
  await after(parent, parent.declareByMail('withdrawal'));
  parent.playfab.isAway = true;
  await after(parent, parent.confirm(parent.links()[0] ?? ''));
  parent.playfab.isAway = false;
  const later = await parent.buy();
  await parent.settle();
  expect(await parent.subscription(later.id)).toMatchObject({ status: 'active', endsAt: null });
});

describe('a refund', () => {
  it('that Stripe refuses holds up no later cancellation, none that is taken back, and no later withdrawal', async () => {
    const parent = await createCancellingParent(api);
    parent.stripe.fail(/refunds/, 'balance_insufficient');
    await after(parent, parent.declare('withdrawal'));
    const second = await parent.buy();
    await parent.wait(minute);
    await after(parent, parent.declare('cancellation'));
    expect(isEndingAtStripe(await parent.subscription(second.id))).toBe(true);
    await expect(parent.undo()).resolves.toMatchObject({ latest: { kind: 'undo', result: 'goes-on' } });
    await after(parent, parent.declare('withdrawal'));
    expect((await parent.subscription(second.id)).status).toBe('ended');
    parent.stripe.heal(/refunds/);
    await parent.settle();
    expect([await parent.isRefunded(), await parent.isRefunded(second.id)]).toEqual([true, true]);
    expect(parent.results().at(-1)).toBe('withdrawal-done');
  });

  it('that fails later is made again, and alerts when Stripe refuses that', async () => {
    const parent = await createCancellingParent(api);
    await parent.stripe.useCard(parent.subscriptionId, 'refundFails');
    await after(parent, parent.declare('withdrawal'));
    parent.stripe.fail(/POST \/v1\/refunds/, 'balance_insufficient');
    await parent.wait(2 * day);
    await parent.reconcile();
    expect(parent.events).toContainEqual({ kind: 'refund-refused', reason: 'balance_insufficient' });
    parent.stripe.heal(/POST \/v1\/refunds/);
    await parent.settle();
    const refunds = api.database.selectFrom('refunds').select('id').where('userId', '=', parent.userId);
    expect((await refunds.execute()).length).toBeGreaterThan(1);
  });
});

describe('a period that is not paid', () => {
  it.each(['cancellation', 'withdrawal'] as const)('ends at once by a %s, and is never collected', async (kind) => {
    const parent = await createOverdueParent();
    expect(await parent.read()).toMatchObject({ isRead: true, cancellationEndsAt: null });
    await after(parent, parent.declare(kind));
    expect((await parent.subscription()).status).toBe('ended');
    expect(await openInvoices(parent)).toEqual([]);
    await parent.stripe.useCard(parent.subscriptionId, 'works');
    await parent.wait(40 * day);
    expect(await parent.stripe.gateway.countPayments(parent.subscriptionId, new Date(0))).toBe(0);
    expect(parent.lastMail()).toMatchObject({ template: `${kind}-done`, values: { refunded: null } });
  });

  it('is never collected after a deletion either', async () => {
    const parent = await createOverdueParent();
    await after(parent, parent.delete());
    expect(await openInvoices(parent)).toEqual([]);
  });

  it('is never collected while its invoice is a draft', async () => {
    const parent = await createCancellingParent(api, { trial: 'running' });
    await parent.wait(7 * day + minute);
    await after(parent, parent.declare('cancellation'));
    expect((await parent.subscription()).status).toBe('ended');
    await parent.wait(2 * day);
    expect(await parent.stripe.gateway.countPayments(parent.subscriptionId, new Date(0))).toBe(0);
  });

  it('gives back what Stripe collected between the declaration and the call', async () => {
    const parent = await createOverdueParent();
    parent.stripe.fail();
    await after(parent, parent.declare('cancellation'));
    await parent.stripe.useCard(parent.subscriptionId, 'works');
    await parent.wait(4 * day);
    parent.stripe.heal();
    await parent.settle();
    expect([(await parent.subscription()).status, await parent.isRefunded()]).toEqual(['ended', true]);
    expect(parent.lastMail()).toMatchObject({
      template: 'cancellation-done',
      values: { endsAt: null, refunded: { amount: 999 } },
    });
  });

  it.each(['cancellation', 'withdrawal'] as const)(
    'leaves the invoices of other products of the customer as they were after a %s that is killed at every step',
    async (kind) => {
      const parent = await createOverdueParent();
      const { stripe } = parent.stripe;
      const other = await parent.stripe.addInvoice({ id: null, customer: parent.customerId }, { status: 'open' });
      await stripe.invoiceItems.create({
        customer: parent.customerId,
        subscription: parent.subscriptionId,
        amount: 100,
        currency: 'usd',
      });
      await parent.declare(kind);
      for (let steps = 1; parent.results().length === 0; steps += 1) {
        parent.dieAfter(steps);
        await parent.run().catch(() => undefined);
        parent.clock.advance(5 * minute);
      }
      expect(await stripe.invoices.retrieve(other.id)).toMatchObject({
        status: 'open',
        auto_advance: true,
        metadata: {},
      });
      expect(await openInvoices(parent)).toEqual([]);
      expect((await stripe.invoiceItems.list({ customer: parent.customerId, pending: true })).data).toEqual([]);
    },
  );
});

it('says what is still charged when a membership ends, by mail as on the page', async () => {
  const parent = await createCancellingParent(api);
  const added = { customer: parent.customerId, subscription: parent.subscriptionId, amount: 100, currency: 'usd' };
  await parent.stripe.stripe.invoiceItems.create(added);
  await after(parent, parent.declare('cancellation'));
  expect((await parent.read()).subscription?.nextPayment?.amount).toBe(100);
  expect(parent.lastMail()).toMatchObject({ values: { next: { amount: 100, currency: 'usd' } } });
});

it('gives back a payment of the second of Stripe’s clock in which a deletion is asked for', async () => {
  const parent = await createCancellingParent(api, { trial: 'running' });
  parent.clock.advance(7 * day + hour + 400);
  await parent.delete();
  await parent.wait(0);
  await parent.settle();
  expect((await parent.stripe.books())[0]?.payments).toMatchObject([{ amount: 999, refunded: 999 }]);
});

it('ends at once and refunds the later periods when a cancellation is carried out after a renewal', async () => {
  const parent = await createCancellingParent(api);
  parent.stripe.fail();
  await after(parent, parent.declare('cancellation'));
  await parent.wait(40 * day);
  parent.stripe.heal();
  await parent.settle();
  expect((await parent.subscription()).status).toBe('ended');
  expect(parent.lastMail()).toMatchObject({ values: { refunded: { amount: 999 } } });
});

it('says in the mail of a withdrawal what had gone back by a cancellation, and does not promise it again', async () => {
  const parent = await createCancellingParent(api, { trial: 'running' });
  parent.stripe.fail();
  await after(parent, parent.declare('cancellation'));
  await parent.wait(8 * day);
  parent.stripe.heal();
  await parent.settle();
  await after(parent, parent.declare('withdrawal'));
  expect(parent.mails().slice(-2)).toMatchObject([
    { template: 'cancellation-done', values: { refunded: { amount: 999 } } },
    { template: 'withdrawal-done', values: { refunded: { amount: 0 } } },
  ]);
  expect(await parent.read()).toMatchObject({ latest: { result: 'ended', refunded: { amount: 0 } } });
});

describe('what was set in Stripe’s dashboard', () => {
  it('is shown as it is: a date after the period, until which it renews', async () => {
    const parent = await createCancellingParent(api);
    const june = Math.floor(Date.parse('2026-06-15T00:00:00Z') / 1_000);
    await parent.stripe.stripe.subscriptions.update(parent.subscriptionId, { cancel_at: june });
    const { subscription } = await parent.read();
    expect(subscription).toMatchObject({ endsAt: '2026-06-15T00:00:00.000Z', nextPayment: { amount: 999 } });
    await after(parent, parent.declare('cancellation'));
    expect(isEndingAtStripe(await parent.subscription())).toBe(true);
    await after(parent, parent.undo());
    expect((await parent.subscription()).endsAt).toBeNull();
  });

  it('is shown as it is: a pause, and several things that are paid together', async () => {
    const parent = await createCancellingParent(api);
    const { stripe, subscriptionId } = parent;
    await stripe.stripe.subscriptions.update(subscriptionId, { pause_collection: { behavior: 'void' } });
    expect((await parent.read()).subscription).toMatchObject({ pause: { until: null } });
    await stripe.setQuantities(subscriptionId, 2, 1);
    expect((await parent.read()).subscription).toMatchObject({ price: null });
  });

  it('is shown while Stripe is away as what was known, and not as certain', async () => {
    const parent = await createCancellingParent(api);
    parent.stripe.fail();
    expect(await parent.read()).toMatchObject({ isRead: false, subscription: { status: 'active' } });
    parent.stripe.heal();
  });
});

it('changes the card of an overdue membership, and it goes on', async () => {
  const parent = await createOverdueParent();
  expect((await parent.status()).subscription).toMatchObject({ status: 'past_due', due: { amount: 999 } });
  await parent.stripe.useCard(parent.subscriptionId, 'works');
  await parent.wait(4 * day);
  await parent.reconcile();
  expect((await parent.status()).subscription).toMatchObject({ status: 'active', nextPayment: { amount: 999 } });
});
