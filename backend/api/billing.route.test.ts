import { beforeEach, describe, expect, it } from 'vitest';
import { openTestApi, statusAndBody, createPayer, type Payer } from '../testing/test-api.ts';

const unauthorized = [401, { success: false, error: 'UNAUTHORIZED' }];

/** The state without a purchase, with the offered price and the end of the trial. */
const notSubscribed = {
  success: true,
  isSubscribed: false,
  subscription: null,
  offer: {
    price: { amount: 999, currency: 'usd', interval: 'month', intervalCount: 1 },
    trialEnd: expect.stringMatching(/^\d{4}-/),
  },
};

describe('the payment calls', async () => {
  const api = await openTestApi();
  let marie: Payer;
  let paul: Payer;
  beforeEach(async () => {
    marie = await createPayer(api);
    paul = await createPayer(api);
  });

  it('answers with the URL of the page to open, in the shape of the contract', async () => {
    const { customerId } = await marie.pay();
    await marie.refresh();
    const url = expect.stringMatching(/^http:\/\/localhost:4175\/p\/session\//);
    expect(statusAndBody(await marie.manage(customerId))).toEqual([200, { success: true, data: { session: { url } } }]);
    const page = expect.stringMatching(/^http:\/\/localhost:4175\/c\/pay\//);
    expect(statusAndBody(await paul.purchase())).toEqual([200, { success: true, data: { session: { url: page } } }]);
  });

  it('returns nothing for another person’s session id', async () => {
    const page = await paul.openPage();
    const { customerId } = await api.stripe.pay(page);
    expect((await marie.refresh(page)).json()).toEqual(notSubscribed);
    expect([await marie.customers(), await paul.customers()]).toEqual([[], []]);
    await paul.refresh(page);
    expect([await marie.customers(), await paul.customers()]).toEqual([[], [customerId]]);
  });

  it.each(['cs_test_nobody', '', 'cus_1', '../../v1/customers', `cs_${'x'.repeat(5000)}`])(
    'changes nothing for an invalid session id: %j',
    async (id) => {
      api.stripe.calls.length = 0;
      expect(statusAndBody(await marie.refresh(id))).toEqual([200, notSubscribed]);
      const asked = api.stripe.calls.filter((call) => !call.includes('/prices/'));
      expect(asked).toEqual(id === 'cs_test_nobody' ? [`GET /v1/checkout/sessions/${id}`] : []);
    },
  );

  it('gives the same refusal for another person’s customer or user id as for an unknown one', async () => {
    const { customerId } = await paul.pay();
    await paul.refresh();
    expect(statusAndBody(await marie.manage(customerId))).toEqual(unauthorized);
    expect(statusAndBody(await marie.manage('cus_nobody'))).toEqual(unauthorized);
    expect(statusAndBody(await marie.purchase({ userID: paul.userId }))).toEqual(unauthorized);
    expect(statusAndBody(await marie.purchase({ userID: 'nobody' }))).toEqual(unauthorized);
  });

  it('answers 404 for a customer who was deleted at Stripe', async () => {
    const { customerId } = await marie.pay();
    await marie.refresh();
    await api.stripe.gateway.deleteCustomer(customerId);
    expect(statusAndBody(await marie.manage(customerId))).toEqual([404, { success: false, error: 'NOT_FOUND' }]);
  });

  it('limits the payment calls of each person separately', async () => {
    const tries = await Promise.all(Array.from({ length: 61 }, () => marie.refresh()));
    expect(tries.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
    expect((await paul.refresh()).statusCode).toBe(200);
  });
});
