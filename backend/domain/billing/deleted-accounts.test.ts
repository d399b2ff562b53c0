import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPayer, deliver, type Payer } from '../../testing/payer.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

describe('billing of accounts that are being deleted', () => {
  let api: TestApi;
  let marie: Payer;
  beforeAll(async () => {
    api = await createTestApi();
  });
  beforeEach(async () => {
    marie = await createPayer(api);
  });
  afterAll(() => api.close());

  const askForDeletion = () => api.portal.deletion.request(marie);
  const leaveStripe = async (): Promise<void> => {
    const { end, forget } = api.portal.billing.leaveStripe;
    await end(marie.userId);
    await forget(marie.userId);
  };

  it('ends everything at Stripe, any number of times', async () => {
    const { id, customerId } = await marie.pay();
    await marie.refresh();
    await askForDeletion();
    for (let time = 0; time < 2; time += 1) await leaveStripe();
    expect([api.stripe.subscription(id).status, api.stripe.hasCustomer(customerId)]).toEqual(['ended', false]);
  });

  it('closes the payment page, and ends a subscription that was paid before its event arrived', async () => {
    const page = await marie.openPage();
    await askForDeletion();
    await leaveStripe();
    expect(() => api.stripe.pay(page)).toThrow();

    marie = await createPayer(api);
    const { id } = await marie.pay();
    await askForDeletion();
    await leaveStripe();
    expect(api.stripe.subscription(id).status).toBe('ended');
  });

  it('leaves no open page for a purchase that was under way', async () => {
    let leaving: Promise<void> | undefined;
    api.stripe.state.before = { call: 'openCheckout', act: () => (leaving = askForDeletion()) };
    await marie.purchase();
    await leaving;
    await leaveStripe();
    expect(api.stripe.checkouts().filter(({ userId, status }) => userId === marie.userId && status === 'open')).toEqual(
      [],
    );
  });

  it('ends, refunds and forgets a subscription that was paid during the deletion', async () => {
    const paid = await marie.pay();
    const late = { ...paid, id: `${paid.id}_late`, customerId: `${paid.customerId}_late` };
    for (const [isGone, leave] of [
      [false, askForDeletion],
      [true, () => api.portal.deletion.run({ userId: marie.userId })],
    ] as const) {
      await leave();
      const { id, customerId } = { ...late, id: `${late.id}_${isGone}`, customerId: `${late.customerId}_${isGone}` };
      api.stripe.add({ ...late, id, customerId });
      await api.portal.billing.jobs['sync-customer']({ customerId }, { id: 'event' });
      const job = { subscriptionId: id, userId: marie.userId };
      await api.portal.billing.jobs['cancel-duplicate'](job, { id: 'job' });
      expect([isGone, api.stripe.refunded.has(id), api.stripe.hasCustomer(customerId)]).toEqual([isGone, true, false]);
    }
  });

  it('keeps a paid subscription of a user who is missing in a restored database, and shows it at the next sign-in', async () => {
    const { id, customerId } = await marie.pay();
    await api.database.deleteFrom('users').where('id', '=', marie.userId).execute();
    await deliver(api, customerId);
    await api.jobs.runDue();
    expect([api.stripe.subscription(id).status, api.stripe.refunded.has(id)]).toEqual(['trialing', false]);
    const data = (await api.client.user(await api.client.signIn(marie.playfabId))).json().data;
    expect(data).toEqual({ id: marie.userId, integrations: [{ service: 'Stripe', serviceKey: customerId }] });
  });

  it('creates no record for an ended subscription of someone who left long ago', async () => {
    const { id, customerId } = await marie.pay();
    api.stripe.change(id, { status: 'ended' });
    await api.database.deleteFrom('users').where('id', '=', marie.userId).execute();
    await api.portal.billing.jobs['sync-customer']({ customerId }, { id: 'restored' });
    const rows = await api.database.selectFrom('users').select('id').where('id', '=', marie.userId).execute();
    expect(rows).toEqual([]);
    expect(api.stripe.refunded.has(id)).toBe(false);
  });

  it('refunds a duplicate that waits for its refund', async () => {
    const { customerId, ...first } = await marie.pay();
    await marie.refresh();
    const second = {
      ...first,
      id: `${first.id}_second`,
      customerId,
      createdAt: new Date(api.clock.now().getTime() + 1),
    };
    api.stripe.add(second);
    await marie.refresh();
    await askForDeletion();
    await api.portal.deletion.run({ userId: marie.userId });
    await api.jobs.runDue();
    expect([first.id, second.id].map((id) => api.stripe.refunded.has(id))).toEqual([false, true]);
  });

  it('gives a paid subscription to a user who signed in again before the restored database was synchronised', async () => {
    const { customerId } = await marie.pay();
    await api.database.deleteFrom('users').where('id', '=', marie.userId).execute();
    const token = await api.client.signIn(marie.playfabId);
    await deliver(api, customerId);
    await api.jobs.runDue();
    expect((await api.client.user(token)).json().data.integrations).toHaveLength(1);
  });
});
