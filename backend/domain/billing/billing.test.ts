import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PlayfabUnavailable } from '../../gateways/playfab.ts';
import { StripeUnavailable } from '../../gateways/stripe-gateway.ts';
import type { StripeGateway } from '../../gateways/stripe.ts';
import { failingCard, pageIdOf } from '../../testing/stripe.ts';
import { createTestApi, createPayer, deliver, type Payer } from '../../testing/test-api.ts';
import { closeAfterAll } from '../../testing/test-database.ts';
import { day, hour, minute } from '../../../src/lib/time.ts';
import { listedCoupon, testPortal } from '../../testing/portal-parts.ts';

describe('billing', async () => {
  const api = await closeAfterAll(createTestApi());
  let marie: Payer;
  beforeEach(async () => {
    marie = await createPayer(api);
    api.stripe.calls.length = 0;
  });

  const mailsTo = ({ email }: Payer) =>
    api.jobs.mails.filter(({ to, template }) => to === email && template !== 'welcome');

  const jobsAbout = async (customerId: string) => {
    const jobs = await api.database.selectFrom('jobs').select(['kind', 'payload']).execute();
    return jobs.filter(({ payload }) => JSON.stringify(payload).includes(customerId));
  };

  /** Delivers an event about a customer, and runs its job. */
  const event = async (customerId: string) => {
    await deliver(api, customerId);
    await api.jobs.runDue();
  };

  /** Returns the status of a subscription at Stripe, and whether a payment of it goes back. */
  const endOf = async (id: string) => [(await api.stripe.subscription(id)).status, await api.stripe.isRefunded(id)];

  /** Pays on the first page at the moment when it is closed for the second. @returns the two, as jobs name them */
  const payTwice = async () => {
    const page = await marie.openPage();
    const pay = async (on: string) => {
      const { id: subscriptionId, customerId } = await api.stripe.pay(on, { trial: false });
      return { subscriptionId, customerId, userId: marie.userId };
    };
    const first = Promise.withResolvers<Awaited<ReturnType<typeof pay>>>();
    api.stripe.before(/expire/, async () => first.resolve(await pay(page)));
    const other = await marie.openPage({ lang: 'fr' });
    api.clock.advance(1_000);
    return [await first.promise, await pay(other)] as const;
  };

  it('opens a first purchase with seven days of trial, the email filled in, and no customer at Stripe', async () => {
    const order = await api.stripe.orderOf(await marie.openPage({ lang: 'fr' }));
    expect(order).toMatchObject({ locale: 'fr', trialDays: 7, customer: null, customer_email: marie.email });
    expect(order.success_url).toBe(`${testPortal}/confirmation?lang=fr&checkout={CHECKOUT_SESSION_ID}`);
    expect(order.cancel_url).toBe(`${testPortal}/dashboard?lang=fr&payment=cancelled`);
    expect(await marie.customers()).toEqual([]);
  });

  it('makes a buyer a member by the webhook alone', async () => {
    const { customerId, currentPeriodEnd } = await marie.pay();
    expect(await marie.status()).toMatchObject({ isSubscribed: false, subscription: null });
    expect((await deliver(api, customerId)).statusCode).toBe(200);
    await api.jobs.runDue();
    expect(await marie.status()).toEqual({
      success: true,
      isSubscribed: true,
      subscription: {
        store: 'stripe',
        status: 'trialing',
        currentPeriodEnd: currentPeriodEnd?.toISOString(),
        endsAt: null,
        price: { amount: 999, currency: 'usd', interval: 'month', intervalCount: 1 },
        nextPayment: { amount: 999, currency: 'usd', at: currentPeriodEnd?.toISOString() },
      },
      offer: null,
    });
    expect(await marie.customers()).toEqual([customerId]);
  });

  it('says what the next payment costs with a discount, and until when', async () => {
    const page = await marie.openPage({ coupon: 'WELCOME20' });
    const { customerId } = await api.stripe.pay(page);
    await event(customerId);
    expect((await marie.status()).subscription).toMatchObject({
      price: { amount: 999 },
      discount: { amount: 799, until: expect.any(String) },
    });
  });

  describe('the mails of a membership', () => {
    const told = () => api.jobs.mails.filter(({ to }) => to === marie.email);

    it('welcomes once, in the language of the account, with the day and the amount of the first payment', async () => {
      await api.database.updateTable('users').set({ language: 'fr' }).where('id', '=', marie.userId).execute();
      const { customerId } = await marie.pay();
      for (let time = 0; time < 2; time += 1) await event(customerId);
      expect(told()).toMatchObject([
        {
          template: 'welcome',
          language: 'fr',
          values: { amount: 999, currency: 'usd', isTrial: true, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
        },
      ]);
    });

    it('reports each failed renewal once, with the amount and the day of the next attempt', async () => {
      const { customerId } = await marie.pay({ card: failingCard });
      await event(customerId);
      // The draft of a renewal is charged after an hour.
      api.clock.advance(7 * day + hour);
      for (let time = 0; time < 2; time += 1) {
        await api.stripe.deliver();
        await event(customerId);
      }
      const next = new Date(api.clock.now().getTime() + 3 * day).toISOString();
      const values = { amount: 999, currency: 'usd', day: next.slice(0, 10) };
      expect(told().slice(1)).toMatchObject([{ template: 'payment-failed', values }]);
      expect((await marie.status()).subscription.due).toEqual({ amount: 999, next });
    });
  });

  it('charges a former member at once, as the same customer', async () => {
    const { id, customerId } = await marie.pay();
    await api.stripe.change(id, { status: 'ended' });
    await marie.refresh();
    expect(await api.stripe.orderOf(await marie.openPage())).toMatchObject({ trialDays: null, customer: customerId });
  });

  it('grants no membership for an unsettled payment', async () => {
    const { id, customerId } = await marie.pay();
    await api.stripe.change(id, { status: null });
    await event(customerId);
    expect(await marie.status()).toMatchObject({ isSubscribed: false, subscription: null });
  });

  it('ignores subscriptions of another portal on the same Stripe account', async () => {
    const { id } = await marie.pay();
    const metadata = { userID: marie.userId, portal: 'https://other.example' };
    await api.stripe.add(id, { id: 'sub_elsewhere', customer: 'cus_elsewhere' }, { metadata });
    await api.stripe.add(id, { id: 'sub_by_hand', customer: 'cus_by_hand' }, { metadata: {} });
    for (const customerId of ['cus_elsewhere', 'cus_by_hand']) await deliver(api, customerId);
    await api.jobs.runDue();
    expect((await marie.status()).isSubscribed).toBe(false);
    expect(api.stripe.calls).not.toContain('POST /v1/refunds');
    expect((await api.stripe.subscription('sub_elsewhere')).status).toBe('trialing');
  });

  it('continues a purchase when Stripe rejects the email or the customer', async () => {
    api.stripe.fail(new RegExp(encodeURIComponent(marie.email)), 'email_invalid');
    expect(await api.stripe.orderOf(await marie.openPage())).toMatchObject({ customer_email: null, customer: null });
    const paul = await createPayer(api);
    const { id, customerId } = await paul.pay();
    await api.stripe.change(id, { status: 'ended' });
    await paul.refresh();
    await api.stripe.stripe.customers.del(customerId);
    expect(await api.stripe.orderOf(await paul.openPage())).toMatchObject({ customer: null, trialDays: null });
  });

  it('opens the payment page without the email while PlayFab does not answer, or when it has none', async () => {
    const accountOf = vi.spyOn(api.playfab.gateway, 'accountOf');
    accountOf.mockRejectedValueOnce(new PlayfabUnavailable('accountOf')).mockResolvedValueOnce(null);
    for (const lang of ['en', 'fr']) {
      expect(await api.stripe.orderOf(await marie.openPage({ lang }))).toMatchObject({ customer_email: null });
    }
    accountOf.mockRestore();
  });

  it('reports an outage when Stripe rejects every form of the order', async () => {
    const openCheckout = vi.spyOn(api.stripe.gateway, 'openCheckout').mockResolvedValue(null);
    const answer = await marie.purchase();
    openCheckout.mockRestore();
    expect([answer.statusCode, answer.json()]).toEqual([503, { success: false, error: 'SERVICE_UNAVAILABLE' }]);
  });

  it('keeps its sales when the portal moves to another address', async () => {
    const { id, customerId } = await marie.pay();
    await marie.refresh();
    await api.stripe.change(id, { portal: 'https://before.example', status: 'active' });
    await event(customerId);
    expect(await marie.status()).toMatchObject({ isSubscribed: true, subscription: { status: 'active' } });
  });

  describe('reconciliation after lost webhooks', () => {
    it('checks payment pages from which no one returned, every hour', async () => {
      await marie.pay();
      api.clock.advance(hour + 1);
      await api.portal.billing.reconcile();
      await api.jobs.runDue();
      expect((await marie.status()).isSubscribed).toBe(true);
    });

    it('rereads a period that ended more than an hour ago every hour, once for several servers', async () => {
      const { id, customerId } = await marie.pay();
      await marie.refresh();
      const next = new Date(Math.floor(api.clock.now().getTime() / 1_000) * 1_000 + 37 * day);
      await api.stripe.change(id, { status: 'active', currentPeriodEnd: next });
      api.clock.advance(7 * day + hour + 1);
      await Promise.all([api.portal.billing.reconcile(), api.portal.billing.reconcile()]);
      expect((await jobsAbout(customerId)).filter(({ kind }) => kind === 'sync-customer')).toHaveLength(1);
      await api.jobs.runDue();
      expect(await marie.status()).toMatchObject({ subscription: { currentPeriodEnd: next.toISOString() } });
    });

    it('rereads a large account after a restore in shares that end in time', async () => {
      const { id } = await marie.pay();
      for (let count = 0; count < 250; count += 1) {
        await api.stripe.add(id, { id: `sub_foreign_${count}`, customer: 'cus_foreign' }, { metadata: {} });
      }
      await api.portal.billing.jobs['sync-all']({}, { id: 'restored-large' });
      expect((await marie.status()).isSubscribed).toBe(false);
      await api.jobs.runDue();
      expect((await marie.status()).isSubscribed).toBe(true);
    });
  });

  describe('purchases that compete with each other', () => {
    it('returns the same page on a repeated call, and replaces it for another language or coupon', async () => {
      const first = await marie.openPage();
      expect(await marie.openPage()).toBe(first);
      const french = await marie.openPage({ lang: 'fr' });
      expect(french).not.toBe(first);
      await expect(api.stripe.pay(first)).rejects.toThrow();
      expect(await marie.openPage({ lang: 'fr', coupon: 'SPRING' })).not.toBe(french);
    });

    it('gives tabs of any language and coupon that ask at the same moment one page, which can be paid', async () => {
      const wishes = [{ coupon: 'WELCOME20' }, { coupon: listedCoupon }, { lang: 'fr' }, {}];
      const answers = await Promise.all(wishes.map((wish) => marie.purchase(wish)));
      const pages = answers.map((answer) => pageIdOf(answer.json().data?.session.url ?? null));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      expect(new Set(pages).size).toBe(1);
      await api.stripe.pay(pages[0] ?? '');
    });

    it('opens a new page after one that expired or failed to open', async () => {
      const first = await marie.openPage();
      api.clock.advance(day);
      const second = await marie.openPage();
      expect(second).not.toBe(first);
      api.stripe.fail(/sessions mode/);
      expect((await marie.purchase({ lang: 'fr' })).statusCode).toBe(503);
      api.stripe.heal(/sessions mode/);
      expect(await marie.openPage({ lang: 'fr' })).not.toBe(second);
    });

    it('refuses a purchase while a subscription lives, even before its webhook arrived', async () => {
      await marie.pay();
      for (const lang of ['en', 'fr']) {
        const answer = await marie.purchase({ lang });
        expect([answer.statusCode, answer.json()]).toEqual([409, { success: false, error: 'ALREADY_SUBSCRIBED' }]);
      }
    });

    it('keeps one subscription when two tabs pay, and refunds the other', async () => {
      const paid = await payTwice();
      await Promise.all(paid.map(({ customerId }) => deliver(api, customerId)));
      await api.jobs.runDue();
      expect(await Promise.all(paid.map(({ subscriptionId }) => endOf(subscriptionId)))).toEqual([
        ['active', false],
        ['ended', true],
      ]);
      expect(await marie.status()).toMatchObject({ isSubscribed: true, subscription: { status: 'active' } });
      expect(await marie.customers()).toEqual(paid.map(({ customerId }) => customerId));
      const notice = {
        to: marie.email,
        language: 'en',
        template: 'duplicate-subscription',
        values: { elsewhere: false },
      };
      expect(mailsTo(marie)).toEqual([notice]);
    });

    it('keeps the app store’s subscription when a page left open is paid afterwards', async () => {
      const page = await marie.openPage();
      await api.shop.change(marie.playfabId);
      await api.portal.stores.sync({ appUserId: marie.playfabId, others: [] });
      const { id, customerId } = await api.stripe.pay(page, { trial: false });
      await event(customerId);
      expect(await endOf(id)).toEqual(['ended', true]);
      expect(await marie.status()).toMatchObject({ isSubscribed: true, subscription: { store: 'apple' } });
      expect(mailsTo(marie)).toMatchObject([{ template: 'duplicate-subscription' }]);
    });

    it('keeps both subscriptions when an app store’s is bought after Stripe’s, because neither is clearly a mistake', async () => {
      const { id, customerId } = await marie.pay();
      await marie.refresh();
      await api.shop.change(marie.playfabId);
      await api.portal.stores.sync({ appUserId: marie.playfabId, others: [] });
      await event(customerId);
      expect((await api.stripe.subscription(id)).status).toBe('trialing');
    });

    it('answers in time when a page opens too late, and returns that page at the next call', async () => {
      const { gateway } = api.stripe;
      let answer = (): void => undefined;
      const late = new Promise<void>((resolve) => (answer = resolve));
      const openCheckout: StripeGateway['openCheckout'] = async (order) => {
        await late;
        return gateway.openCheckout(order);
      };
      const hastyApi = await createTestApi({
        database: api.database,
        gateways: { stripe: { ...gateway, openCheckout } },
        settings: { stripeTimeout: 1 },
      });
      await expect(hastyApi.portal.billing.purchase(marie.userId, 'en')).rejects.toThrow(StripeUnavailable);
      answer();
      const page = await marie.openPage();
      expect(await marie.openPage()).toBe(page);
      // The late page is closed in the background.
      const openPages = async () =>
        (await api.stripe.checkoutsOf(marie.userId)).flatMap(({ id, status }) => (status === 'open' ? [id] : []));
      await expect.poll(openPages).toEqual([page]);
      await hastyApi.close();
    });

    it('keeps the page of one tab when the same attempt fails in another tab', async () => {
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

    it.each([
      ['shares an attempt whose answer is less than a minute late', minute - 1, 1],
      ['starts another attempt when an answer is a minute late', minute, 2],
    ])('%s', async (_, late, attempts) => {
      const { gateway } = api.stripe;
      const { openCheckout } = gateway;
      const keys: string[] = [];
      const { promise, reject } = Promise.withResolvers<never>();
      gateway.openCheckout = (order) => {
        keys.push(order.idempotencyKey);
        return keys.length === 1 ? promise : openCheckout(order);
      };
      const first = marie.purchase();
      await expect.poll(() => keys).toHaveLength(1);
      api.clock.advance(late);
      const page = await marie.openPage();
      expect(new Set(keys).size).toBe(attempts);
      reject(new StripeUnavailable('openCheckout'));
      expect((await first).statusCode).toBe(503);
      gateway.openCheckout = openCheckout;
      expect(await marie.openPage()).toBe(page);
    });

    it('gives up when other tabs replaced its page three times', async () => {
      const { gateway } = api.stripe;
      const { openCheckout } = gateway;
      const opened: string[] = [];
      gateway.openCheckout = async (order) => {
        const checkout = await openCheckout(order);
        if (checkout !== null) opened.push(checkout.id);
        const other = { attempt: `other ${opened.length}` };
        await api.database.updateTable('checkouts').set(other).where('userId', '=', marie.userId).execute();
        return checkout;
      };
      expect((await marie.purchase()).statusCode).toBe(503);
      gateway.openCheckout = openCheckout;
      expect(opened).toHaveLength(3);
      for (const page of opened) await expect(api.stripe.pay(page)).rejects.toThrow();
    });

    it('sends no mail about a second subscription when the deletion is requested while the mail is prepared', async () => {
      const [, second] = await payTwice();
      vi.spyOn(api.playfab.gateway, 'accountOf').mockImplementationOnce(async () => {
        await api.portal.deletion.request(marie);
        return { email: marie.email };
      });
      await api.portal.billing.jobs['tell-owner']({ ...second, template: 'duplicate-subscription' }, { id: 'late' });
      expect(JSON.stringify(await jobsAbout(marie.email))).not.toContain('duplicate-subscription');
    });

    it('keeps the later subscription when the earlier has ended since', async () => {
      const [first, second] = await payTwice();
      await marie.refresh();
      for (const one of [first, second]) await api.portal.billing.jobs['sync-customer'](one, { id: 'event' });
      await api.stripe.change(first.subscriptionId, { status: 'ended' });
      await api.jobs.runDue();
      expect((await api.stripe.subscription(second.subscriptionId)).status).toBe('active');
      expect(mailsTo(marie)).toEqual([]);
    });

    it('ends the second subscription once and sends one mail after a kill between the two steps', async () => {
      const [, second] = await payTwice();
      await api.portal.billing.jobs['sync-customer'](second, { id: 'event' });
      await api.stripe.gateway.endNow(second.subscriptionId, second.customerId);
      await api.stripe.gateway.refund(second.subscriptionId);
      for (let time = 0; time < 2; time += 1)
        await api.portal.billing.jobs['cancel-duplicate'](second, { id: 'again' });
      await api.jobs.runDue();
      expect(mailsTo(marie)).toHaveLength(1);
    });
  });

  describe('of accounts that are being deleted', () => {
    const askForDeletion = () => api.portal.deletion.request(marie);
    const deletionAtStripe = async (): Promise<void> => {
      const { end, forget } = api.portal.billing.deletionAtStripe;
      await end(marie.userId, api.clock.now());
      await forget(marie.userId);
    };

    it('leaves no open page for a purchase that was under way', async () => {
      let leaving: Promise<void> | undefined;
      api.stripe.before(/sessions mode/, () => void (leaving = askForDeletion()));
      await marie.purchase();
      await leaving;
      await deletionAtStripe();
      expect((await api.stripe.checkoutsOf(marie.userId)).filter(({ status }) => status === 'open')).toEqual([]);
    });

    it('ends, refunds and forgets a subscription that was paid during the deletion', async () => {
      const paid = await marie.pay({ trial: false });
      for (const [isGone, leave] of [
        [false, askForDeletion],
        [true, () => api.portal.deletion.run({ userId: marie.userId })],
      ] as const) {
        await leave();
        const [id, customerId] = [`${paid.id}_late_${isGone}`, `${paid.customerId}_late_${isGone}`];
        await api.stripe.add(paid.id, { id, customer: customerId });
        await api.portal.billing.jobs['sync-customer']({ customerId }, { id: 'event' });
        const job = { subscriptionId: id, customerId, userId: marie.userId };
        await api.portal.billing.jobs['cancel-duplicate'](job, { id: 'job' });
        expect([isGone, await api.stripe.isRefunded(id), await api.stripe.hasCustomer(customerId)]).toEqual([
          isGone,
          true,
          false,
        ]);
      }
    });

    it('keeps a paid subscription of a user who is missing in a restored database, and shows it at the next sign-in', async () => {
      const { id, customerId } = await marie.pay();
      await api.database.deleteFrom('users').where('id', '=', marie.userId).execute();
      await event(customerId);
      expect(await endOf(id)).toEqual(['trialing', false]);
      const data = (await api.client.user(await api.client.signIn(marie.playfabId))).json().data;
      expect(data).toEqual({ id: marie.userId, integrations: [{ service: 'Stripe', serviceKey: customerId }] });
    });

    it('creates no record for an ended subscription of someone who left long ago', async () => {
      const { id, customerId } = await marie.pay();
      await api.stripe.change(id, { status: 'ended' });
      await api.database.deleteFrom('users').where('id', '=', marie.userId).execute();
      await api.portal.billing.jobs['sync-customer']({ customerId }, { id: 'restored' });
      const rows = await api.database.selectFrom('users').select('id').where('id', '=', marie.userId).execute();
      expect(rows).toEqual([]);
      expect(await api.stripe.isRefunded(id)).toBe(false);
    });

    it('refunds a duplicate that waits for its refund', async () => {
      const first = await marie.pay();
      await marie.refresh();
      const second = { id: `${first.id}_second`, customer: first.customerId };
      await api.stripe.add(first.id, second, { created: first.createdAt.getTime() / 1_000 + 1 });
      await marie.refresh();
      await askForDeletion();
      await api.portal.deletion.run({ userId: marie.userId });
      await api.jobs.runDue();
      expect(await Promise.all([first, second].map(({ id }) => api.stripe.isRefunded(id)))).toEqual([false, true]);
    });

    it('gives a paid subscription to a user who signed in again before the restored database was synchronised', async () => {
      const { customerId } = await marie.pay();
      await api.database.deleteFrom('users').where('id', '=', marie.userId).execute();
      const token = await api.client.signIn(marie.playfabId);
      await event(customerId);
      expect((await api.client.user(token)).json().data.integrations).toHaveLength(1);
    });
  });
});
