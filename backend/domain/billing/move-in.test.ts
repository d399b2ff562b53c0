import { beforeEach, describe, expect, it } from 'vitest';
import { addMembers, type TownMember } from '../../../emulators/town/members.ts';
import { newestMail } from '../../testing/school-calls.ts';
import { closeAfterAll, everyRow } from '../../testing/test-database.ts';
import { createPayer, createTestApi, type Payer, statusAndBody } from '../../testing/test-api.ts';

const api = await closeAfterAll(createTestApi());
const { database, clock, stripe } = api;
let marie: Payer;
let count = 0;
beforeEach(async () => {
  marie = await createPayer(api);
  count += 1;
});

/** Adds a membership of an earlier system, with an address. @returns its id at Stripe */
const addElsewhere = async (email: string, kind: TownMember['kind'] = 'live'): Promise<string> => {
  const subscription = `sub_elsewhere${count}`;
  const member = { kind, playfabId: `E${count}`, email, customer: `cus_elsewhere${count}`, subscription };
  await addMembers(api.town, [member]);
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

  it('refuses a purchase with a code once the mailbox is verified by a mailed link, and not before', async () => {
    const elsewhere = await addElsewhere(marie.email.toUpperCase());
    expect((await marie.purchase()).statusCode).toBe(200);
    const link = await api.playfab.resetLink(marie.playfabId);
    const { code } = (await api.client.resetPassword(link, 'another good password')).json().data;
    const token = await api.client.signIn(marie.playfabId, undefined, { code });
    const { purchase } = api.client.billing({ userId: marie.userId, token });
    expect(statusAndBody(await purchase())).toMatchObject([409, { error: 'SUBSCRIBED_ELSEWHERE' }]);
    await stripe.change(elsewhere, { cancelAtPeriodEnd: true });
    expect((await purchase()).statusCode).toBe(200);
  });

  it.each(['otherProduct', 'ended', 'ending'] as const)(
    'keeps a purchase beside a subscription that is %s',
    async (kind) => {
      await addElsewhere(marie.email, kind);
      const { id } = await marie.pay();
      await settle();
      expect(await statusOf(id)).toBe('trialing');
    },
  );
});

describe('an earlier membership that ends', () => {
  const day = 86_400_000;

  it('is named with its last day in the welcome, and on the page once the mailbox is verified', async () => {
    const { endsAt } = await stripe.subscription(await addElsewhere(marie.email.toUpperCase(), 'ending'));
    const page = await marie.openPage();
    await stripe.pay(page);
    expect((await marie.refresh(page)).json()).not.toHaveProperty('earlierUntil');
    await settle();
    expect(mails()).toMatchObject([{ template: 'welcome', values: { earlier: endsAt?.toISOString().slice(0, 10) } }]);
    const link = await api.playfab.resetLink(marie.playfabId);
    const { code } = (await api.client.resetPassword(link, 'another good password')).json().data;
    const token = await api.client.signIn(marie.playfabId, undefined, { code });
    const { refresh } = api.client.billing({ userId: marie.userId, token });
    expect((await refresh(page)).json()).toMatchObject({ earlierUntil: endsAt?.toISOString() });
    // The result of the purchase does not depend on it.
    stripe.fail(/customers.search/);
    expect((await refresh(page)).json()).toMatchObject({ isSubscribed: true });
    stripe.heal(/customers.search/);
  });

  it('is reported within a day when it goes on after all beside a purchase, and neither is ended', async () => {
    const elsewhere = await addElsewhere(marie.email, 'ending');
    const { id } = await marie.pay();
    const afterDays = async (days: number): Promise<number> => {
      clock.advance(days * day);
      await settle();
      return api.events.filter(({ kind }) => kind === 'second-membership').length;
    };
    const before = await afterDays(0);
    expect([await afterDays(1), await afterDays(1)]).toEqual([before, before]);
    await stripe.change(elsewhere, { cancelAtPeriodEnd: false });
    expect([await afterDays(1), await afterDays(1)]).toEqual([before + 1, before + 1]);
    expect([await statusOf(elsewhere), await statusOf(id)]).toEqual(['active', 'trialing']);
    expect(mails().map(({ template }) => template)).not.toContain('duplicate-subscription');
  });
});

describe('the mailed link', () => {
  const mail = ({ userId }: Payer = marie) => api.portal.moveInLink.mail(userId, 'en');
  const open = (link: string, { userId, token }: Pick<Payer, 'userId' | 'token'> = marie) =>
    api.portal.moveInLink.open({ userId, token }, link);
  /** Lets the mail leave. @returns the secret of its link */
  const linkTo = async ({ email }: Payer = marie): Promise<string> => {
    await api.jobs.runDue();
    return newestMail(api.jobs.mails, email, 'move-in-link').values.link.token;
  };

  it('moves a membership into the account that asked, after its password, and no second time', async () => {
    const id = await addElsewhere(marie.email.toUpperCase());
    await mail();
    const link = await linkTo();
    clock.advance(16 * 60_000);
    await expect(open(link)).rejects.toThrow('RECENT_SIGN_IN_REQUIRED');
    expect(await marie.status()).toMatchObject({ subscription: null });
    const token = await api.client.signIn(marie.playfabId);
    for (const time of ['first', 'second']) expect([time, await open(link, { ...marie, token })]).toEqual([time, true]);
    expect(await marie.status()).toMatchObject({ isSubscribed: true, subscription: { status: 'active' } });
    expect(stripe.calls.filter((call) => call === `POST /v1/subscriptions/${id}`)).toHaveLength(1);
  });

  it('asks Stripe nothing before it is opened, and mails each account once a day', async () => {
    const [other, asked] = [await createPayer(api), stripe.calls.length];
    await addElsewhere(marie.email);
    for (const payer of [marie, other, marie, other]) expect(await mail(payer)).toBeUndefined();
    const [, none] = [await linkTo(), await linkTo(other)];
    expect(stripe.calls).toHaveLength(asked);
    expect(api.jobs.mails.filter(({ to }) => [marie.email, other.email].includes(to))).toHaveLength(2);
    expect(await open(none, other)).toBe(false);
  });

  it('moves nothing in that the command would not', async () => {
    await addElsewhere(marie.email, 'otherCurrency');
    await mail();
    expect(await open(await linkTo())).toBe(false);
  });

  it('gives nothing by a link that is damaged, too old, for another account or for an earlier address', async () => {
    const intruder = await createPayer(api);
    const id = await addElsewhere(marie.email);
    await Promise.all([mail(), mail(intruder)]);
    const [link, own] = [await linkTo(), await linkTo(intruder)];
    const expectNothing = async (given: string, payer = intruder): Promise<void> => {
      await expect(open(given, payer)).rejects.toThrow('LINK_EXPIRED');
      expect(await payer.status()).toMatchObject({ subscription: null });
    };
    for (const given of [link, '', own.slice(1), `${own}x`]) await expectNothing(given);
    // An intruder, who has another link, gets the address of a member.
    await api.playfab.player(marie.playfabId, `left.${marie.email}`);
    await api.playfab.player(intruder.playfabId, marie.email);
    for (const given of [own, link]) await expectNothing(given);
    await api.playfab.player(intruder.playfabId, intruder.email);
    clock.advance(15 * 86_400_000);
    await expectNothing(own, { ...intruder, token: await api.client.signIn(intruder.playfabId) });
    expect(stripe.calls).not.toContain(`POST /v1/subscriptions/${id}`);
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

describe('a declaration by mail', () => {
  const linkOf = (to: string): string => {
    const sent = api.jobs.mails.findLast((mail) => mail.to === to && 'link' in mail.values);
    const { values } = sent ?? expect.fail();
    return 'link' in values && values.link !== undefined ? values.link.token : expect.fail();
  };
  /** Declares, opens the mailed link, and lets the jobs run. @returns the last mail to the address */
  const declare = async (email: string, kind: 'cancellation' | 'withdrawal' = 'cancellation') => {
    const { declareByMail, confirm } = api.portal.declarations;
    await declareByMail({ kind, name: 'Marie Curie', email, language: 'en' }, `${count}::1`);
    await api.jobs.runDue();
    await confirm(linkOf(email));
    await api.jobs.runDue();
    return api.jobs.mails.findLast(({ to }) => to === email) ?? expect.fail();
  };

  it('ends what began elsewhere, and keeps no address, for a person without an account', async () => {
    const id = await addElsewhere('Nobody@example.com');
    const { currentPeriodEnd } = await stripe.subscription(id);
    const values = { endsAt: currentPeriodEnd?.toISOString() };
    expect(await declare('nobody@example.com')).toMatchObject({ template: 'cancellation-done', values });
    expect((await stripe.subscription(id)).endsAt).toEqual(currentPeriodEnd);
    expect((await everyRow(database)).filter((row) => row.includes('nobody@'))).toEqual([]);
    count += 1;
    expect(await declare('away@example.com')).toMatchObject({
      template: 'nothing-to-end',
      values: { byAddress: true },
    });
  });

  it('waits for Stripe, and asks it by search, too', async () => {
    const id = await addElsewhere('LATER@example.com');
    stripe.fail(/customers.search/);
    expect(await declare('later@example.com')).toMatchObject({ template: 'cancellation-received' });
    stripe.heal(/customers.search/);
    clock.advance(3_600_000);
    await api.jobs.runDue();
    expect((await stripe.subscription(id)).endsAt).not.toBeNull();
  });

  it('ends both of a parent who bought a second one, and gives neither to the account', async () => {
    const { id } = await marie.pay();
    await settle();
    const elsewhere = await addElsewhere(marie.email);
    await declare(marie.email);
    for (const one of [elsewhere, id]) expect((await stripe.subscription(one)).endsAt).not.toBeNull();
    expect(mails().filter(({ template }) => template === 'cancellation-done')).toHaveLength(2);
  });

  it('shows, ends and gives nothing to a person who signs up with the address of a member', async () => {
    const id = await addElsewhere(marie.email);
    const { endsAt } = await stripe.subscription(id);
    const seen = async () => JSON.stringify([await marie.status(), await api.portal.declarations.read(marie.userId)]);
    expect(await marie.status()).toMatchObject({ isSubscribed: false, subscription: null });
    for (const kind of ['withdrawal', 'cancellation'] as const) {
      await api.portal.declarations.declare(marie.userId, kind, 'en');
      await api.jobs.runDue();
    }
    expect(await marie.manage(`cus_elsewhere${count}`)).toMatchObject({ statusCode: 401 });
    expect(await stripe.subscription(id)).toMatchObject({ status: 'active', endsAt });
    expect(mails()).toMatchObject(Array(2).fill({ template: 'nothing-to-end', values: { byAddress: false } }));
    const before = await seen();
    // The mailbox's owner ends it. The account learns nothing of it.
    await declare(marie.email);
    expect((await stripe.subscription(id)).endsAt).not.toBeNull();
    expect(await seen()).toBe(before);
    await api.client.deleteAccount(marie.token);
    await api.jobs.runDue();
    expect((await stripe.subscription(id)).status).toBe('active');
    expect(await stripe.hasCustomer(`cus_elsewhere${count}`)).toBe(true);
  });
});
