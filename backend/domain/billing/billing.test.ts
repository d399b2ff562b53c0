import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type StripeGateway, StripeUnavailable } from '../../gateways/stripe-gateway.ts';
import { testPortal } from '../../testing/fake-stripe.ts';
import { createPayer, deliver, type Payer } from '../../testing/payer.ts';
import { createStoreShop } from '../../testing/store-events.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe('paying', () => {
  let api: TestApi;
  let marie: Payer;
  beforeAll(async () => {
    api = await createTestApi();
  });
  beforeEach(async () => {
    marie = await createPayer(api);
    api.stripe.calls.length = 0;
  });
  afterAll(() => api.close());

  const mailsTo = ({ email }: Payer) => api.mails.filter(({ to }) => to === email);

  const jobsAbout = async (customerId: string) => {
    const jobs = await api.database.selectFrom('outbox').select(['kind', 'payload']).execute();
    return jobs.filter(({ payload }) => JSON.stringify(payload).includes(customerId));
  };

  it('a first purchase: seven days of trial, the address filled in, nobody known at Stripe before', async () => {
    const order = api.stripe.orderOf(await marie.openPage({ lang: 'fr' }));
    expect(order).toMatchObject({ language: 'fr', trialDays: 7, customerId: null, email: marie.email });
    expect(order.successUrl).toBe(`${testPortal}/confirmation?lang=fr&checkout={CHECKOUT_SESSION_ID}`);
    expect(order.cancelUrl).toBe(`${testPortal}/dashboard?lang=fr&payment=cancelled`);
    expect(await marie.customers()).toEqual([]);
  });

  it('becomes a membership by the webhook alone', async () => {
    const { customerId, currentPeriodEnd } = await marie.pay();
    expect(await marie.status()).toMatchObject({ isSubscribed: false, subscription: null });
    expect((await deliver(api, customerId)).statusCode).toBe(200);
    await api.runJobs();
    expect(await marie.status()).toEqual({
      success: true,
      isSubscribed: true,
      subscription: {
        store: 'stripe',
        status: 'trialing',
        currentPeriodEnd: currentPeriodEnd?.toISOString(),
        cancelAtPeriodEnd: false,
        price: { amount: 1299, currency: 'usd', interval: 'month', intervalCount: 1 },
      },
      offer: null,
    });
    expect(await marie.customers()).toEqual([customerId]);
  });

  it('an event that comes again promises nothing more', async () => {
    const { customerId } = await marie.pay();
    for (let time = 0; time < 3; time += 1) await deliver(api, customerId, { id: 'evt_the_same' });
    await api.runJobs();
    expect(api.stripe.calls.filter((call) => call === 'subscriptionsOf')).toHaveLength(1);
  });

  it('waits while Stripe is away, and is there when it is back', async () => {
    const { customerId } = await marie.pay();
    await deliver(api, customerId);
    api.stripe.state.away = true;
    await api.runJobs();
    expect((await marie.status()).isSubscribed).toBe(false);
    api.stripe.state.away = false;
    api.clock.advance(5_000);
    await api.runJobs();
    expect((await marie.status()).isSubscribed).toBe(true);
  });

  it('who was a member before pays at once, as the same customer', async () => {
    const { id, customerId } = await marie.pay();
    api.stripe.change(id, { status: 'ended' });
    await marie.refresh();
    expect(api.stripe.orderOf(await marie.openPage())).toMatchObject({ trialDays: null, customerId });
  });

  it('a payment that is not settled is nobody’s membership', async () => {
    const { id, customerId } = await marie.pay();
    api.stripe.change(id, { status: null });
    await deliver(api, customerId);
    await api.runJobs();
    expect(await marie.status()).toMatchObject({ isSubscribed: false, subscription: null });
  });

  it('a subscription of another portal on the same Stripe account is left alone', async () => {
    const subscription = await marie.pay();
    const elsewhere = {
      ...subscription,
      id: 'sub_elsewhere',
      customerId: 'cus_elsewhere',
      portal: 'https://other.example',
    };
    api.stripe.add(elsewhere);
    api.stripe.add({ ...elsewhere, id: 'sub_by_hand', customerId: 'cus_by_hand', portal: null, userId: null });
    for (const customerId of ['cus_elsewhere', 'cus_by_hand']) await deliver(api, customerId);
    await api.runJobs();
    expect((await marie.status()).isSubscribed).toBe(false);
    expect(api.stripe.calls).not.toContain('cancelAndRefund');
    expect(api.stripe.subscription('sub_elsewhere').status).toBe('trialing');
  });

  it('an address or a customer that Stripe does not take stops no purchase', async () => {
    api.stripe.refuses.add(marie.email);
    expect(api.stripe.orderOf(await marie.openPage())).toMatchObject({ email: null, customerId: null });
    const paul = await createPayer(api);
    const { id, customerId } = await paul.pay();
    api.stripe.change(id, { status: 'ended' });
    await paul.refresh();
    api.stripe.refuses.add(customerId);
    expect(api.stripe.orderOf(await paul.openPage())).toMatchObject({ customerId: null, trialDays: null });
  });

  it('a portal that moved to another address keeps what it sold', async () => {
    const { id, customerId } = await marie.pay();
    await marie.refresh();
    api.stripe.change(id, { portal: 'https://before.example', status: 'active' });
    await deliver(api, customerId);
    await api.runJobs();
    expect(await marie.status()).toMatchObject({ isSubscribed: true, subscription: { status: 'active' } });
  });

  describe('with what a lost webhook missed', () => {
    it('hourly, a page from which nobody came back is asked for', async () => {
      await marie.pay();
      api.clock.advance(hour + 1);
      await api.portal.billing.lookAgain();
      await api.runJobs();
      expect((await marie.status()).isSubscribed).toBe(true);
    });

    it('hourly, a period that ended more than an hour ago is read anew, by several servers once', async () => {
      const { id, customerId } = await marie.pay();
      await marie.refresh();
      const next = new Date(api.clock.now().getTime() + 37 * day);
      api.stripe.change(id, { status: 'active', currentPeriodEnd: next });
      api.clock.advance(7 * day + hour + 1);
      await Promise.all([api.portal.billing.lookAgain(), api.portal.billing.lookAgain()]);
      expect(await jobsAbout(customerId)).toHaveLength(1);
      await api.runJobs();
      expect(await marie.status()).toMatchObject({ subscription: { currentPeriodEnd: next.toISOString() } });
    });

    it('after a restore, everybody is read anew, those of whom no row is left too', async () => {
      const { id } = await marie.pay();
      const paul = await createPayer(api);
      const paid = await paul.pay();
      await paul.refresh();
      api.stripe.change(paid.id, { status: 'ended' });
      await api.portal.billing.jobs['sync-all']({}, { id: 'restored' });
      await api.runJobs();
      expect((await marie.status()).subscription.status).toBe(api.stripe.subscription(id).status);
      expect((await paul.status()).isSubscribed).toBe(false);
    });

    it('after a restore, a large account is read in shares that end in time', async () => {
      const { id } = await marie.pay();
      const subscription = { ...api.stripe.subscription(id), portal: null, userId: null, customerId: 'cus_foreign' };
      for (let count = 0; count < 250; count += 1) api.stripe.add({ ...subscription, id: `sub_foreign_${count}` });
      await api.portal.billing.jobs['sync-all']({}, { id: 'restored-large' });
      expect((await marie.status()).isSubscribed).toBe(false);
      await api.runJobs();
      expect((await marie.status()).isSubscribed).toBe(true);
    });
  });

  describe('once', () => {
    it('asked again, the same page answers; another language or coupon is another page, and the first is closed', async () => {
      const first = await marie.openPage();
      expect(await marie.openPage()).toBe(first);
      const french = await marie.openPage({ lang: 'fr' });
      expect(french).not.toBe(first);
      expect(() => api.stripe.pay(first)).toThrow();
      expect(await marie.openPage({ lang: 'fr', coupon: 'SPRING' })).not.toBe(french);
    });

    it('ten tabs at the same moment get one page', async () => {
      const pages = await Promise.all(Array.from({ length: 10 }, () => marie.openPage()));
      expect(new Set(pages).size).toBe(1);
    });

    it('tabs in two languages at the same moment: one page can be paid on at most', async () => {
      const wishes = Array.from({ length: 4 }, (_, index) => marie.purchase({ lang: index % 2 === 0 ? 'en' : 'fr' }));
      await Promise.all(wishes);
      const open = api.stripe.checkouts().filter(({ userId, status }) => userId === marie.userId && status === 'open');
      expect(open.length).toBeLessThanOrEqual(1);
    });

    it('a page that expired or whose making failed makes room for another', async () => {
      const first = await marie.openPage();
      api.clock.advance(day);
      const second = await marie.openPage();
      expect(second).not.toBe(first);
      api.stripe.state.before = { call: 'openCheckout', act: () => (api.stripe.state.away = true) };
      expect((await marie.purchase({ lang: 'fr' })).statusCode).toBe(503);
      api.stripe.state.away = false;
      expect(await marie.openPage({ lang: 'fr' })).not.toBe(second);
    });

    it('is refused while a subscription lives, and before the webhook came too', async () => {
      await marie.pay();
      for (const lang of ['en', 'fr']) {
        const answer = await marie.purchase({ lang });
        expect([answer.statusCode, answer.json()]).toEqual([409, { success: false, error: 'ALREADY_SUBSCRIBED' }]);
      }
    });

    /** Paid on the first page at the moment when it is closed for the second. */
    const payTwice = async () => {
      const first = await marie.openPage();
      const paid: { customerId: string; id: string }[] = [];
      api.stripe.state.before = { call: 'expireCheckout', act: () => paid.push(api.stripe.pay(first)) };
      const second = await marie.openPage({ lang: 'fr' });
      api.clock.advance(1_000);
      paid.push(api.stripe.pay(second));
      return paid;
    };

    it('two tabs pay: one remains', async () => {
      const paid = await payTwice();
      await Promise.all(paid.map(({ customerId }) => deliver(api, customerId)));
      await api.runJobs();
      expect(paid.map(({ id }) => api.stripe.subscription(id).status)).toEqual(['trialing', 'ended']);
      expect(paid.map(({ id }) => api.stripe.refunded.has(id))).toEqual([false, true]);
      expect(await marie.status()).toMatchObject({ isSubscribed: true, subscription: { status: 'trialing' } });
      expect(await marie.customers()).toEqual([paid[0]?.customerId, paid[1]?.customerId]);
      const told = { to: marie.email, language: 'en', template: 'duplicate-subscription', values: {} };
      expect(mailsTo(marie)).toEqual([told]);
    });

    it('paid on a page left open, after an app store’s: the app store’s remains', async () => {
      const shop = createStoreShop(api);
      const page = await marie.openPage();
      await api.portal.stores.apply(shop.event('INITIAL_PURCHASE', marie.playfabId));
      const { id, customerId } = api.stripe.pay(page);
      await deliver(api, customerId);
      await api.runJobs();
      expect([api.stripe.subscription(id).status, api.stripe.refunded.has(id)]).toEqual(['ended', true]);
      expect(await marie.status()).toMatchObject({ isSubscribed: true, subscription: { store: 'apple' } });
      expect(mailsTo(marie)).toMatchObject([{ template: 'duplicate-subscription' }]);
    });

    it('bought in an app store after Stripe’s: both remain, for neither can be told to be the mistake', async () => {
      const shop = createStoreShop(api);
      const { id, customerId } = await marie.pay();
      await marie.refresh();
      await api.portal.stores.apply(shop.event('INITIAL_PURCHASE', marie.playfabId));
      await deliver(api, customerId);
      await api.runJobs();
      expect(api.stripe.subscription(id).status).toBe('trialing');
    });

    it('one that opens too late for whoever waits is told in time, and is the one page all the same', async () => {
      const { gateway } = api.stripe;
      let answer = (): void => undefined;
      const late = new Promise<void>((resolve) => (answer = resolve));
      const openCheckout: StripeGateway['openCheckout'] = async (order) => {
        await late;
        return gateway.openCheckout(order);
      };
      const impatient = await createTestApi({
        database: api.database,
        stripe: { ...gateway, openCheckout },
        billing: { publicUrl: testPortal, couponIds: [], livemode: false, patience: 1 },
      });
      await expect(impatient.portal.billing.purchase(marie.userId, 'en')).rejects.toThrow(StripeUnavailable);
      answer();
      const page = await marie.openPage();
      expect(await marie.openPage()).toBe(page);
      const open = api.stripe.checkouts().filter(({ userId, status }) => userId === marie.userId && status === 'open');
      expect(open.map(({ id }) => id)).toEqual([page]);
      await impatient.close();
    });

    it('of two tabs with one attempt, one that fails does not forget the page of the other', async () => {
      const { gateway } = api.stripe;
      const { openCheckout } = gateway;
      let page: string | undefined;
      gateway.openCheckout = async () => {
        gateway.openCheckout = openCheckout;
        page = await marie.openPage();
        throw new StripeUnavailable('openCheckout');
      };
      expect((await marie.purchase()).statusCode).toBe(503);
      expect(await marie.openPage()).toBe(page);
    });

    it('the later one stays when the earlier ended meanwhile', async () => {
      const [first, second] = await payTwice();
      await marie.refresh();
      for (const { customerId } of [first, second].filter((one) => one !== undefined)) {
        await api.portal.billing.jobs['sync-customer']({ customerId }, { id: 'event' });
      }
      api.stripe.change(first?.id ?? '', { status: 'ended' });
      await api.runJobs();
      expect(api.stripe.subscription(second?.id ?? '').status).toBe('trialing');
      expect(mailsTo(marie)).toEqual([]);
    });

    it('killed between the end of the second and its mail: ended once, told once', async () => {
      const [, second] = await payTwice();
      const job = { subscriptionId: second?.id ?? '', userId: marie.userId };
      await api.portal.billing.jobs['sync-customer']({ customerId: second?.customerId ?? '' }, { id: 'event' });
      await api.stripe.gateway.cancelAndRefund(job.subscriptionId);
      for (let time = 0; time < 2; time += 1) await api.portal.billing.jobs['cancel-duplicate'](job, { id: 'again' });
      await api.runJobs();
      expect(mailsTo(marie)).toHaveLength(1);
    });
  });

  describe('and leaving', () => {
    const askForDeletion = () => api.portal.deletion.request(marie.userId);

    it('ends everything at Stripe, any number of times', async () => {
      const { id, customerId } = await marie.pay();
      await marie.refresh();
      await askForDeletion();
      for (let time = 0; time < 2; time += 1) await api.portal.billing.forget(marie.userId);
      expect([api.stripe.subscription(id).status, api.stripe.hasCustomer(customerId)]).toEqual(['ended', false]);
    });

    it('closes the payment page, and ends what was paid on it before anybody told us', async () => {
      const page = await marie.openPage();
      await askForDeletion();
      await api.portal.billing.forget(marie.userId);
      expect(() => api.stripe.pay(page)).toThrow();

      marie = await createPayer(api);
      const { id } = await marie.pay();
      await askForDeletion();
      await api.portal.billing.forget(marie.userId);
      expect(api.stripe.subscription(id).status).toBe('ended');
    });

    it('a purchase that was on its way leaves no page that could be paid on', async () => {
      let leaving: Promise<void> | undefined;
      api.stripe.state.before = { call: 'openCheckout', act: () => (leaving = askForDeletion()) };
      await marie.purchase();
      await leaving;
      await api.portal.billing.forget(marie.userId);
      expect(
        api.stripe.checkouts().filter(({ userId, status }) => userId === marie.userId && status === 'open'),
      ).toEqual([]);
    });

    it('what was paid while the account was being deleted is ended, given back and forgotten', async () => {
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
        expect([isGone, api.stripe.refunded.has(id), api.stripe.hasCustomer(customerId)]).toEqual([
          isGone,
          true,
          false,
        ]);
      }
    });

    it('what somebody paid whom a restored copy does not know goes on, and is there at the next sign-in', async () => {
      const { id, customerId } = await marie.pay();
      await api.database.deleteFrom('users').where('id', '=', marie.userId).execute();
      await deliver(api, customerId);
      await api.runJobs();
      expect([api.stripe.subscription(id).status, api.stripe.refunded.has(id)]).toEqual(['trialing', false]);
      const data = (await api.user(await api.signIn(marie.playfabId))).json().data;
      expect(data).toEqual({ id: marie.userId, integrations: [{ service: 'Stripe', serviceKey: customerId }] });
    });

    it('what ended makes no record of somebody who left long ago', async () => {
      const { id, customerId } = await marie.pay();
      api.stripe.change(id, { status: 'ended' });
      await api.database.deleteFrom('users').where('id', '=', marie.userId).execute();
      await api.portal.billing.jobs['sync-customer']({ customerId }, { id: 'restored' });
      const rows = await api.database.selectFrom('users').select('id').where('id', '=', marie.userId).execute();
      expect(rows).toEqual([]);
      expect(api.stripe.refunded.has(id)).toBe(false);
    });

    it('a second one that waits to be given back is given back', async () => {
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
      await api.runJobs();
      expect([first.id, second.id].map((id) => api.stripe.refunded.has(id))).toEqual([false, true]);
    });

    it('what somebody paid who signed in again before a restored copy was told is theirs', async () => {
      const { customerId } = await marie.pay();
      await api.database.deleteFrom('users').where('id', '=', marie.userId).execute();
      const token = await api.signIn(marie.playfabId);
      await deliver(api, customerId);
      await api.runJobs();
      expect((await api.user(token)).json().data.integrations).toHaveLength(1);
    });
  });
});
