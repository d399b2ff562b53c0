import { beforeEach, describe, expect, it } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { createHttp } from '../http/http.ts';
import { aSubscription } from '../testing/builders.ts';
import { createBillingClient } from './billing.ts';

const token = 'A'.repeat(43);
const order = { userID: 'user-1', token, language: 'fr' } as const;
const paymentPage = 'https://checkout.stripe.com/c/pay/cs_test_1#fid';

let sent: { method: string | undefined; url: string; authorization: string | null; body: unknown }[] = [];
let answers: (() => Response)[] = [];
const answer =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });
const page = (url: unknown) => answer({ success: true, data: { session: { url } } });
beforeEach(() => {
  sent = [];
  answers = [page(paymentPage)];
});

const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
  const authorization = new Headers(init?.headers).get('Authorization');
  sent.push({ method: init?.method, url: String(url), authorization, body: JSON.parse(String(init?.body)) });
  return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? expect.fail();
};
const billing = createBillingClient(
  createEndpoints('https://portal.example', {}),
  createHttp({ fetch, random: () => 0 }),
);

describe('a purchase', () => {
  it('requests the page of this user, with the language, coupon and token', async () => {
    expect(await billing.purchase({ ...order, coupon: 'ÉTÉ 25' })).toEqual({ ok: true, value: paymentPage });
    expect(sent).toEqual([
      {
        method: 'POST',
        url: 'https://portal.example/api/stripe/subscription/purchaseSession',
        authorization: `Bearer ${token}`,
        body: { userID: 'user-1', lang: 'fr', coupon: 'ÉTÉ 25' },
      },
    ]);
  });

  it('sends no coupon when there is none', async () => {
    await billing.purchase(order);
    expect(sent[0]?.body).toEqual({ userID: 'user-1', lang: 'fr' });
  });

  it('retries a purchase after a server error, because an open checkout is reused', async () => {
    answers = [answer({}, 503), page(paymentPage)];
    expect(await billing.purchase(order)).toEqual({ ok: true, value: paymentPage });
    expect(sent).toHaveLength(2);
  });

  it('retries no purchase that is rejected because of a subscription', async () => {
    answers = [answer({ success: false, error: 'ALREADY_SUBSCRIBED' }, 409)];
    expect(await billing.purchase(order)).toEqual({ ok: false, failure: { code: 'ALREADY_SUBSCRIBED' } });
    expect(sent).toHaveLength(1);
  });
});

it('follows no data.session.url to another origin', async () => {
  const elsewhere = { ok: false, failure: { code: 'GENERIC_ERROR' } };
  for (const url of [
    'https://checkout.stripe.com.evil.example/c/pay/cs_test_1',
    'https://evil.example/https://checkout.stripe.com/',
    'https://checkout.stripe.com@evil.example/',
    'http://checkout.stripe.com/c/pay/cs_test_1',
    'javascript:alert(1)',
    '//checkout.stripe.com/',
    '/signin',
    '',
  ]) {
    answers = [page(url)];
    expect(await billing.purchase(order), url).toMatchObject(elsewhere);
    expect(await billing.manage({ customerID: 'cus_1', token, language: 'en' }), url).toMatchObject(elsewhere);
  }
});

it('rejects a response without an address', async () => {
  answers = [page(null)];
  expect(await billing.purchase(order)).toEqual({ ok: false, failure: { code: 'SERVICE_UNAVAILABLE' } });
});

describe('managing a subscription', () => {
  it('requests the page of this customer', async () => {
    answers = [page('https://billing.stripe.com/p/session/1')];
    const result = await billing.manage({ customerID: 'cus_1', token, language: 'en' });
    expect(result).toEqual({ ok: true, value: 'https://billing.stripe.com/p/session/1' });
    expect(sent).toEqual([
      {
        method: 'POST',
        url: 'https://portal.example/api/stripe/subscription/manage',
        authorization: `Bearer ${token}`,
        body: { customerID: 'cus_1', lang: 'en' },
      },
    ]);
  });
});

describe('refreshing a subscription', () => {
  const state = { isSubscribed: true, subscription: aSubscription({ status: 'trialing' }) };

  it('sends the checkout that the person returns from', async () => {
    answers = [answer({ success: true, ...state })];
    expect(await billing.refresh({ token, checkout: 'cs_test_1' })).toEqual({ ok: true, value: state });
    expect(sent[0]).toMatchObject({
      url: 'https://portal.example/api/stripe/subscription/refresh',
      authorization: `Bearer ${token}`,
      body: { checkoutSessionID: 'cs_test_1' },
    });
  });

  it('refreshes a subscription without a checkout', async () => {
    answers = [answer({ success: true, isSubscribed: false, subscription: null })];
    expect(await billing.refresh({ token })).toMatchObject({ ok: true });
    expect(sent[0]?.body).toEqual({});
  });

  it.each([
    { ...state, subscription: { ...state.subscription, status: 'paused' } },
    { ...state, subscription: { ...state.subscription, price: { amount: '9.99', currency: 'usd' } } },
    { ...state, subscription: { ...state.subscription, currentPeriodEnd: 'soon' } },
    { ...state, subscription: { ...state.subscription, currentPeriodEnd: 2026 } },
    { ...state, subscription: { ...state.subscription, price: { ...state.subscription.price, currency: '$' } } },
    { subscription: null },
    { ...state, isSubscribed: 'yes' },
  ])('rejects a response of another shape: %j', async (body) => {
    answers = [answer({ success: true, ...body })];
    expect(await billing.refresh({ token })).toMatchObject({ ok: false });
  });
});
