import { beforeEach, describe, expect, it } from 'vitest';
import { addMembers } from '../../../emulators/town/members.ts';
import { closeAfterAll } from '../../testing/test-database.ts';
import { createPayer, createTestApi, type Payer } from '../../testing/test-api.ts';

const api = await closeAfterAll(createTestApi());
const { database, clock, stripe, shop: revenueCat } = api;
let marie: Payer;
let count = 0;
beforeEach(async () => {
  marie = await createPayer(api);
  count += 1;
});

/** Adds a membership of an earlier system, with an address. @returns its id at Stripe */
const addElsewhere = async (email: string, kind: 'live' | 'otherProduct' | 'ended' = 'live'): Promise<string> => {
  const town = { database: database.withoutPlugins().$pickTables<never>(), clock, revenueCat };
  const subscription = `sub_elsewhere${count}`;
  const member = { kind, playfabId: `E${count}`, email, customer: `cus_elsewhere${count}`, subscription };
  await addMembers(town, [member]);
  return subscription;
};
const moveIn = async (id: string): Promise<void> => {
  await stripe.gateway.moveIn(id, marie.userId, marie.playfabId);
  await settle();
};
const settle = async (): Promise<void> => {
  for (let round = 0; round < 3; round += 1) {
    clock.advance(1_000);
    await stripe.deliver();
    await api.jobs.runDue();
  }
};
const mails = () => api.jobs.mails.filter(({ to }) => to.toLowerCase().includes(marie.email));
const statusOf = async (id: string) => (await stripe.subscription(id)).status;

describe('two memberships of one person', () => {
  it('never ends one that moved in, and reports it', async () => {
    const first = await addElsewhere(marie.email);
    await moveIn(first);
    count += 1;
    const second = await addElsewhere(marie.email);
    await moveIn(second);
    const refunds = stripe.calls.filter((call) => call === 'POST /v1/refunds').length;
    for (const subscriptionId of [first, second]) {
      const job = { subscriptionId, customerId: 'cus_1', userId: marie.userId };
      await api.portal.jobs['cancel-duplicate'](job, { id: 'job' });
    }
    expect([await statusOf(first), await statusOf(second)]).toEqual(['active', 'active']);
    expect(stripe.calls.filter((call) => call === 'POST /v1/refunds')).toHaveLength(refunds);
    expect(api.events.filter(({ kind }) => kind === 'second-membership')).toHaveLength(1);
    expect(mails()).toEqual([]);
  });

  it('ends and refunds a purchase with the address of one that began elsewhere, and says why', async () => {
    const elsewhere = await addElsewhere(marie.email.toUpperCase());
    const { id } = await marie.pay({ trial: false });
    await settle();
    expect([await statusOf(elsewhere), await statusOf(id)]).toEqual(['active', 'ended']);
    expect(await stripe.isRefunded(id)).toBe(true);
    expect(mails()).toMatchObject([{ template: 'duplicate-subscription', values: { elsewhere: true } }]);
    await stripe.gateway.endNow(elsewhere, `cus_elsewhere${count}`);
  });

  it.each(['otherProduct', 'ended'] as const)('keeps a purchase beside a subscription that is %s', async (kind) => {
    await addElsewhere(marie.email, kind);
    const { id } = await marie.pay();
    await settle();
    expect(await statusOf(id)).toBe('trialing');
  });
});

describe('the deletion of an account', () => {
  it('ends what moved in, and keeps a customer who has a subscription of another product', async () => {
    const id = await addElsewhere(marie.email);
    await moveIn(id);
    await stripe.add(id, { id: `${id}b`, customer: `cus_elsewhere${count}` }, { metadata: {} });
    await api.client.deleteAccount(marie.token);
    await api.jobs.runDue();
    expect([await statusOf(id), await statusOf(`${id}b`)]).toEqual(['ended', 'active']);
    expect(await stripe.hasCustomer(`cus_elsewhere${count}`)).toBe(true);
  });
});

describe('the daily comparison', () => {
  it('reads no customer again whose rows agree with Stripe', async () => {
    await moveIn(await addElsewhere(marie.email));
    stripe.before(/GET .v1.subscriptions /, () => clock.advance(1_000));
    await api.portal.jobs['sync-all']({}, { id: 'day' });
    const added = database.selectFrom('jobs').select('payload').where('key', 'like', 'all:%');
    expect(
      (await added.execute()).filter(({ payload }) => JSON.stringify(payload).includes(`elsewhere${count}`)),
    ).toEqual([]);
  });
});
