import { beforeEach, describe, expect, it } from 'vitest';
import { killedAfter } from '../../testing/jobs.ts';
import { closeAfterAll, everyRow } from '../../testing/test-database.ts';
import { recover, registerWithContact } from '../../testing/playfab.ts';
import { pageIdOf } from '../../testing/stripe.ts';
import { createTestApi, randomPlayfabId, newToken } from '../../testing/test-api.ts';
import { enqueue } from '../jobs/jobs.ts';
import { createJobWorker } from '../jobs/worker.ts';
import { keepRetention } from '../jobs/retention.ts';
import { day } from '../../../src/lib/time.ts';

describe('the deletion of an account', async () => {
  const api = await closeAfterAll(createTestApi());
  let marie: string;
  let token: string;
  let userId: string;
  beforeEach(async () => {
    marie = randomPlayfabId();
    await api.playfab.player(marie, `${marie}@example.com`);
    token = await api.client.signIn(marie, undefined, { shown: 'What the sign-up said' });
    userId = (await api.client.user(token)).json().data.id;
  });

  const jobs = async () => {
    const rows = await api.database.selectFrom('jobs').select(['kind', 'payload']).execute();
    return rows.filter((row) => JSON.stringify(row).includes(userId) || JSON.stringify(row).includes(marie));
  };
  const notices = async () => (await jobs()).filter((job) => job.kind === 'mail');
  const runJob = () => api.portal.deletion.run({ userId });
  const rowOfUser = () => api.database.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  /** @returns Stripe's id of the user's open payment page. */
  const openPage = async () => pageIdOf(await api.portal.billing.purchase(userId, 'en'));
  const subscribe = async () => {
    const subscription = await api.stripe.pay(await openPage());
    await api.portal.billing.refresh(userId);
    return subscription;
  };

  it('records the deletion, revokes every token and refuses a sign-in before it answers', async () => {
    const elsewhere = await api.client.signIn(marie);
    expect((await api.client.deleteAccount(token)).json()).toEqual({ success: true });
    expect(await api.client.isSignedIn(token)).toBe(false);
    expect(await api.client.isSignedIn(elsewhere)).toBe(false);
    expect(await jobs()).toEqual([{ kind: 'delete-account', payload: { userId } }]);
    const answer = await api.client.bind(marie, newToken());
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: false, error: 'AccountNotFound' }]);
  });

  const agreements = () => api.database.selectFrom('agreements').selectAll().where('userId', '=', userId).execute();

  it('keeps what was agreed to before a purchase for three years, and a year after a later deletion, without the address', async () => {
    const { portal } = api;
    const order = { lang: 'fr', coupon: 'WELCOME20', shown: 'Gratuit jusqu’au 1ᵉʳ mars,\npuis 7,99\u00a0$US' };
    await api.client.billing({ userId, token }).openPage(order).then(api.stripe.pay);
    await portal.billing.refresh(userId);
    const agreed = { terms: '2026-12-01', language: 'en', agreedAt: api.clock.now(), deleteAt: null };
    expect(await agreements()).toMatchObject([
      { ...agreed, kind: 'sign-up', partner: null, shown: 'What the sign-up said' },
      { ...agreed, kind: 'purchase', language: 'fr', shown: order.shown },
    ]);
    await api.client.deleteAccount(token);
    await runJob();
    const rows = async (days: number) => {
      api.clock.advance(days * day);
      await keepRetention(api.database, api.clock);
      return (await agreements()).length;
    };
    expect([await rows(0), await rows(1_094), await rows(2)]).toEqual([2, 2, 0]);
    expect(
      (await everyRow(api.database)).filter((row) => row.includes(`${marie}@`) && !row.startsWith('jobs')),
    ).toEqual([]);
  });

  it('keeps a proof for a year after a contract that lasted longer than three years', async () => {
    await subscribe();
    api.clock.advance(1_500 * day);
    token = await api.client.signIn(marie);
    await api.client.deleteAccount(token);
    await runJob();
    const until = api.clock.now().getTime() + 365 * day;
    expect((await agreements()).map(({ deleteAt }) => deleteAt?.getTime())).toEqual([until, until]);
  });

  it('keeps no agreement of an account that bought nothing', async () => {
    await openPage();
    expect(await agreements()).toHaveLength(2);
    await api.client.deleteAccount(token);
    await runJob();
    expect(await agreements()).toEqual([]);
  });

  it('removes the player and the rows, and sends one notice in the requested language', async () => {
    const waiting = { to: `${marie}@example.com`, language: 'en', template: 'password-changed', values: {} } as const;
    await enqueue(api.database, { kind: 'mail', payload: waiting });
    await api.client.deleteAccount(token, 'fr');
    await runJob();
    expect(await api.playfab.has(marie)).toBe(false);
    expect(await rowOfUser()).toBeUndefined();
    const left = await api.database.selectFrom('sessions').selectAll().where('userId', '=', userId).execute();
    expect(left).toEqual([]);
    const values = { subscriptionEnded: false };
    const notice = { to: `${marie}@example.com`, language: 'fr', template: 'account-deleted', values };
    expect(await notices()).toEqual([{ kind: 'mail', payload: notice }]);
  });

  it('keeps waiting mails to the same address about a classroom, because the classroom stays', async () => {
    const to = `${randomPlayfabId().toLowerCase()}@school.example`;
    await api.playfab.player(marie, to);
    const values = { classroomCode: 'K7P-42M', classroomID: 'A'.repeat(22), studentCodes: ['013'] };
    const ready = { to, language: 'en', template: 'classroom-ready', values } as const;
    const changed = { to, language: 'en', template: 'password-changed', values: {} } as const;
    for (const payload of [ready, changed]) await enqueue(api.database, { kind: 'mail', payload });
    await api.client.deleteAccount(token);
    await runJob();
    const left = await api.database.selectFrom('jobs').select('payload').orderBy('entered').execute();
    const mails = left.flatMap(({ payload }) => (JSON.stringify(payload).includes(to) ? [payload] : []));
    expect(mails).toMatchObject([ready, { template: 'account-deleted' }]);
  });

  it.each([
    ['an open payment page', false, async () => void (await openPage())],
    ['a payment without its webhook', true, async () => void api.stripe.pay(await openPage())],
    ['a subscription', true, async () => void (await subscribe())],
  ])('ends deleted and never billed after a kill at any step (%s)', async (_, subscriptionEnded, prepare) => {
    await prepare();
    await api.client.deleteAccount(token);
    let lives = 0;
    for (let ended = false; !ended; lives += 1) {
      const step = killedAfter(lives);
      const { gateway: stripe } = api.stripe;
      const { gateway: playfab } = api.playfab;
      const { deletion } = api.restarted({
        playfab: { ...playfab, accountOf: step(playfab.accountOf), deletePlayer: step(playfab.deletePlayer) },
        stripe: {
          ...stripe,
          expireCheckout: step(stripe.expireCheckout),
          checkout: step(stripe.checkout),
          subscriptionsOf: step(stripe.subscriptionsOf),
          endNow: step(stripe.endNow),
          deleteCustomer: step(stripe.deleteCustomer),
        },
      });
      ended = await deletion.run({ userId }).then(
        () => true,
        () => false,
      );
    }
    expect(lives).toBeGreaterThan(3);
    expect([await rowOfUser(), await api.playfab.has(marie)]).toEqual([undefined, false]);
    const pages = await api.stripe.checkoutsOf(userId);
    expect(pages.filter(({ status }) => status === 'open')).toEqual([]);
    for (const { customer } of pages) expect(await api.stripe.hasCustomer(customer ?? '')).toBe(false);
    expect(await notices()).toMatchObject([{ payload: { values: { subscriptionEnded } } }]);
  });

  it('waits for Stripe, and deletes nothing before', async () => {
    await subscribe();
    await api.client.deleteAccount(token);
    api.stripe.fail();
    await expect(runJob()).rejects.toThrow();
    expect([await api.playfab.has(marie), (await rowOfUser())?.id]).toEqual([true, userId]);
    api.stripe.heal();
    await runJob();
    expect(await rowOfUser()).toBeUndefined();
  });

  it('completes without a notice when PlayFab does not know the player', async () => {
    await api.client.deleteAccount(token);
    await api.playfab.gateway.deletePlayer(marie);
    await runJob();
    expect(await rowOfUser()).toBeUndefined();
  });

  it('creates no record for thirty days for a player whom PlayFab is still deleting', async () => {
    await api.client.deleteAccount(token);
    await runJob();
    expect((await api.client.bind(marie, newToken())).json()).toEqual({ success: false, error: 'AccountNotFound' });
    api.clock.advance(30 * day);
    await keepRetention(api.database, api.clock);
    expect((await api.client.bind(marie, newToken())).json()).toMatchObject({ success: false });
    api.clock.advance(1);
    await keepRetention(api.database, api.clock);
    expect((await api.client.bind(marie, newToken())).json()).toMatchObject({ success: true });
  });

  it('stores nothing of an app store about a deleted person', async () => {
    const subscriber = { appUserId: marie, others: [] };
    await api.shop.change(marie);
    await api.portal.stores.sync(subscriber);
    await api.client.deleteAccount(token);
    await enqueue(api.database, { kind: 'sync-subscriber', payload: subscriber });
    await runJob();
    expect((await jobs()).filter((job) => job.kind === 'sync-subscriber')).toEqual([]);
    await api.portal.stores.sync(subscriber);
    const rows = api.database.selectFrom('store_subscribers').where('appUserId', '=', marie);
    expect(await rows.selectAll().execute()).toEqual([]);
  });
});

describe('the data that remains of a person', async () => {
  const email = 'canary.of.deletion@example.com';
  const portal = await closeAfterAll(createTestApi({ gateways: { revenueCat: { subscriptionsOf: async () => [] } } }));

  it('leaves a canary email nowhere, including in a dump', async () => {
    const { database, clock } = portal;
    const { stripe } = portal;
    const { PlayFabId: canary } = await registerWithContact(portal.playfab.page(), email);
    const token = await portal.client.signIn(canary);
    const userId: string = (await portal.client.user(token)).json().data.id;
    await portal.portal.billing.purchase(userId, 'en');
    const [page] = await stripe.checkoutsOf(userId);
    const { customerId } = await stripe.pay(page?.id ?? '');
    await portal.portal.billing.refresh(userId);
    await portal.portal.stores.sync({ appUserId: canary, others: [] });
    await enqueue(database, { kind: 'sync-subscriber', payload: { appUserId: canary, others: [] } });
    await recover(portal.playfab.page(), email);
    const namesOfPerson = async () =>
      (await everyRow(database)).filter((row) => row.includes(email) || row.includes(canary));
    expect((await namesOfPerson()).length).toBeGreaterThan(5);

    await portal.client.deleteAccount(token);
    const sent: string[] = [];
    const worker = createJobWorker({
      database,
      clock,
      handlers: {
        ...portal.portal.jobs,
        mail: async ({ to, template }) => void sent.push(`${template} to ${to}`),
      },
      onFailure: (failure) => {
        throw new Error(`${failure.kind}: ${failure.error}`);
      },
    });
    await worker.runDue();
    expect(await namesOfPerson()).toEqual([]);
    expect(sent.at(-1)).toBe(`account-deleted to ${email}`);
    expect(await stripe.hasCustomer(customerId)).toBe(false);
  });
});
