import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Fault,
  faults,
  measurementAccount,
  metaAccount,
  startAnsweringServer,
  startBrokenServer,
} from '../testing/servers.ts';
import { closeAfterAll } from '../testing/test-database.ts';
import { createMeasurementClient, createMetaClient } from './conversions.ts';
import { createLevelHost } from './levels.ts';
import { createSmtpMailer } from './mail.ts';
import { createPlayfabGateway } from './playfab.ts';
import { createRevenueCatGateway } from './revenuecat.ts';
import { createStripeGateway } from './stripe.ts';
import { answerBytes } from './vendor.ts';

/** Every value that a call sends and that no error may contain. */
const secret = 'x0tqk3J9rAmyN2bVQ7cZ5dKfW8hLsPuE4gTi1oRv6';
const address = 'marie@mail.example';
const conversion = { name: 'PageView', fields: { event_id: secret, 'user_data.country': 'ca' } };

/** Milliseconds for a call, read when it begins. On a busy machine, an answer that is accepted takes longer. */
const timeouts = { refused: 200, accepted: 5_000 };
let deadline = timeouts.refused;
const playfabAt = (url: string) =>
  createPlayfabGateway({ baseUrl: url, titleId: 'MATHS', secretKey: secret, deadline });
const stripeAt = (url: string) =>
  createStripeGateway({
    secretKey: `sk_test_${secret}`,
    webhookSecrets: [],
    priceId: 'price_1',
    publicUrl: 'https://portal.example',
    server: { host: '127.0.0.1', port: Number(new URL(url).port), protocol: 'http' },
    deadline,
  });
const order = {
  userId: 'user',
  playfabId: 'player',
  language: 'en',
  customerId: null,
  email: address,
  discount: null,
  trialDays: 7,
  successUrl: 'https://portal.example/confirmation',
  cancelUrl: 'https://portal.example/dashboard',
  idempotencyKey: secret,
} as const;
const mail = { id: 'job', to: address, subject: secret, text: secret, html: secret, pictures: [] };

/** Every call that the backend makes. */
const calls: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  'PlayFab GetPlayerIdFromAuthToken': (url) => playfabAt(url).playerOfResetToken(secret),
  'PlayFab ResetPassword': (url) => playfabAt(url).resetPassword(secret, secret),
  'PlayFab DeleteMasterPlayerAccount': (url) => playfabAt(url).deletePlayer(secret),
  'PlayFab GetUserAccountInfo': (url) => playfabAt(url).accountOf(secret),
  'PlayFab ValidateEntityToken': (url) => playfabAt(url).validateEntityToken(secret),
  'Stripe price': (url) => stripeAt(url).price(),
  'Stripe checkout that is opened': (url) => stripeAt(url).openCheckout(order),
  'Stripe checkout': (url) => stripeAt(url).checkout(secret),
  'Stripe checkout that expires': (url) => stripeAt(url).expireCheckout(secret),
  'Stripe billing portal': (url) => stripeAt(url).openBillingPortal(secret, 'en', 'https://portal.example'),
  'Stripe subscriptions of a customer': (url) => stripeAt(url).subscriptionsOf(secret),
  'Stripe subscriptions of all': (url) => stripeAt(url).liveSubscriptions(),
  'Stripe end of a subscription': (url) => stripeAt(url).endNow(secret, secret),
  'Stripe refund that is read': (url) => stripeAt(url).refundOf(secret),
  'Stripe refund': (url) => stripeAt(url).refund(secret),
  'Stripe cancellation': (url) => stripeAt(url).endWithPeriod({ id: secret, scheduleId: null }, true),
  'Stripe deletion of a customer': (url) => stripeAt(url).deleteCustomer(secret),
  'Stripe promotion code': (url) => stripeAt(url).promotionCode(secret),
  'Stripe coupon': (url) => stripeAt(url).coupon(secret),
  'RevenueCat subscriber': (url) =>
    createRevenueCatGateway({ apiKey: secret, baseUrl: url, deadline }).subscriptionsOf(address),
  'Meta event': (url) => createMetaClient({ ...metaAccount, accessToken: secret, url }, { deadline }).send(conversion),
  'measurement protocol event': (url) =>
    createMeasurementClient({ ...measurementAccount, apiSecret: secret, url }, { deadline }).send(conversion),
  'SMTP mail': (url) =>
    createSmtpMailer({
      url: url.replace('http://', `smtp://user:${secret}@`),
      from: 'no-reply@numeria.example',
      deadline,
    }).send(mail),
  'level list': (url) => createLevelHost({ url: `${url}/${secret}`, deadline }).has('castle'),
  'level file': (url) => createLevelHost({ url: `${url}/${secret}`, deadline }).read('castle', 'json'),
};

/** The cases that are no failure: the service's answer has no content that we read, only its status counts. */
const isAccepted = (call: string, fault: Fault): boolean =>
  (call === 'measurement protocol event' && /JSON|types/.test(fault)) ||
  // A level is any JSON, passed on as it is.
  (call.startsWith('level') && ['truncated JSON', 'wrong types'].includes(fault)) ||
  // The list needs the status and the type only.
  (call === 'level list' && fault === 'reset in the middle of the response');

type BrokenServer = Awaited<ReturnType<typeof startBrokenServer>>;
const servers = new Map<Fault, BrokenServer>();
beforeAll(async () => {
  for (const fault of faults) servers.set(fault, await startBrokenServer(fault));
});
afterAll(async () => {
  await Promise.all([...servers.values()].map(({ close }) => close()));
});

const table = Object.keys(calls).flatMap((call) => faults.map((fault) => ({ call, fault })));

describe('every call to an external service with every fault', () => {
  it.concurrent.each(table)('throws an error to retry later that contains no secret: $call × $fault', async (given) => {
    const { call, fault } = given;
    const { url } = servers.get(fault) ?? expect.fail();
    deadline = isAccepted(call, fault) ? timeouts.accepted : timeouts.refused;
    const error: unknown = await (calls[call] ?? expect.fail())(url).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (isAccepted(call, fault)) return expect(error).toBeNull();
    if (!(error instanceof Error)) return expect.fail('the call succeeded');
    expect(error.name).toMatch(/Unavailable$/);
    const text = [error.name, error.message, error.stack, String(error.cause), JSON.stringify(error)].join(' ');
    expect(text).not.toContain(secret);
    expect(text).not.toContain(address);
    return expect(text).not.toContain(new URL(url).port);
  });
});

const answer = {
  code: 200,
  data: { UserInfo: { PrivateInfo: { Email: address } } },
  id: 'price_1',
  product: 'prod_membership',
  unit_amount: 499,
  currency: 'cad',
  recurring: { interval: 'month', interval_count: 1 },
  events_received: 1,
  subscriber: { subscriptions: {} },
};

/** Calls that accept this answer, however long it is. */
describe.each([
  'PlayFab GetUserAccountInfo',
  'Stripe price',
  'RevenueCat subscriber',
  'Meta event',
  'measurement protocol event',
  'level file',
])('an answer to the call %s', async (name) => {
  let padding = 0;
  let isMoved = false;
  const answering = startAnsweringServer(({ url }) =>
    // The page behind the redirect is valid, so only a call that follows it succeeds.
    isMoved && url.pathname !== '/moved'
      ? { status: 307, headers: { location: '/moved' } }
      : { headers: { 'content-encoding': 'gzip' }, body: gzipSync(JSON.stringify(answer) + ' '.repeat(padding)) },
  );
  const { url } = await closeAfterAll(answering);
  const call = async () => (calls[name] ?? expect.fail())(url);
  beforeAll(() => {
    deadline = timeouts.accepted;
  });

  it('is read when it is compressed, and refused when it is too long once decompressed', async () => {
    padding = 100_000;
    await call();
    padding = answerBytes;
    await expect(call()).rejects.toThrow();
    padding = 0;
  });

  it('is not taken from where a redirect leads, because the request carries a key', async () => {
    isMoved = true;
    await expect(call()).rejects.toMatchObject({ name: expect.stringMatching(/Unavailable$/) });
  });
});
