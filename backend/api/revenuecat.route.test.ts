import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutboxWorker } from '../domain/outbox/worker.ts';
import { idleHandlers } from '../testing/idle-handlers.ts';
import { createStoreShop } from '../testing/store-events.ts';
import { createTestApi, randomPlayfabId, encodeP, revenueCatKey, type TestApi } from '../testing/test-api.ts';
import { day } from '../../src/lib/durations.ts';

describe("RevenueCat's webhook", () => {
  let api: TestApi;
  let shop: ReturnType<typeof createStoreShop>;
  let marie: string;
  let token: string;
  beforeAll(async () => {
    api = await createTestApi();
    shop = createStoreShop(api);
  });
  beforeEach(async () => {
    marie = randomPlayfabId();
    token = await api.client.signIn(marie);
  });
  afterAll(() => api.close());

  const jobsDone = async (): Promise<void> => {
    const handlers = { ...idleHandlers, 'store-event': api.portal.stores.apply };
    const worker = createOutboxWorker({
      database: api.infrastructure.database,
      clock: api.infrastructure.clock,
      handlers,
      onFailure: () => undefined,
    });
    await worker.runDue();
  };
  const subscription = async (of = token) =>
    (await api.app.inject({ method: 'GET', url: `/api/user/subscription/status?p=${encodeP(of)}` })).json();
  /** Sends the events and waits until they are applied. */
  const deliver = async (...events: ReturnType<typeof shop.event>[]): Promise<void> => {
    for (const event of events) expect(await shop.send(event)).toBe(200);
    await jobsDone();
  };
  const nobody = { success: true, isSubscribed: false, subscription: null, offer: expect.anything() };

  it('treats an App Store purchase as a membership, and says where to manage it', async () => {
    await deliver(shop.event('INITIAL_PURCHASE', marie));
    expect(await subscription()).toEqual({
      success: true,
      isSubscribed: true,
      subscription: {
        store: 'apple',
        status: 'active',
        currentPeriodEnd: new Date(api.infrastructure.clock.now().getTime() + 30 * day).toISOString(),
        cancelAtPeriodEnd: false,
        price: null,
      },
      offer: null,
    });
  });

  it('ignores sandbox events, replays and events older than the last one, and applies a transfer', async () => {
    await deliver(shop.event('INITIAL_PURCHASE', marie, { environment: 'SANDBOX' }));
    expect(await subscription()).toEqual(nobody);

    const bought = shop.event('INITIAL_PURCHASE', marie);
    api.infrastructure.clock.advance(1);
    const ended = shop.event('EXPIRATION', marie);
    await deliver(bought, ended);
    await deliver(bought);
    expect(await subscription()).toMatchObject({ isSubscribed: false, subscription: { status: 'ended' } });
    await deliver({ ...bought, id: `${bought.id}-reported-late` });
    expect(await subscription()).toMatchObject({ isSubscribed: false, subscription: { status: 'ended' } });

    api.infrastructure.clock.advance(1);
    await deliver(shop.event('RENEWAL', marie));
    const paul = randomPlayfabId();
    const hers = await api.client.signIn(paul);
    api.infrastructure.clock.advance(1);
    const names = { transferred_from: [marie], transferred_to: [paul], app_user_id: null };
    await deliver(shop.event('TRANSFER', null, names));
    expect([await subscription(), (await subscription(hers)).isSubscribed]).toEqual([nobody, true]);
  });

  it('stores no job for an event that it ignores', async () => {
    const event = shop.event('INITIAL_PURCHASE', marie, { environment: 'SANDBOX' });
    expect(await shop.send(event)).toBe(200);
    const jobs = api.infrastructure.database.selectFrom('outbox').where('key', '=', `revenuecat:${event.id}`);
    expect(await jobs.select('id').execute()).toEqual([]);
  });

  it('applies a transfer that arrives before its purchase, and the next transfer too', async () => {
    const [paul, zoe] = [randomPlayfabId(), randomPlayfabId()];
    const [pauls, zoes] = [await api.client.signIn(paul), await api.client.signIn(zoe)];
    const bought = shop.event('INITIAL_PURCHASE', marie);
    api.infrastructure.clock.advance(1);
    const first = shop.event('TRANSFER', null, { transferred_from: [marie], transferred_to: [paul] });
    api.infrastructure.clock.advance(1);
    const second = shop.event('TRANSFER', null, { transferred_from: [paul], transferred_to: [zoe] });
    await deliver(second, bought, first);
    const subscribed = await Promise.all([token, pauls, zoes].map(async (of) => (await subscription(of)).isSubscribed));
    expect(subscribed).toEqual([false, false, true]);
  });

  it('ends with the new owner when a purchase and its transfer are applied at the same time', async () => {
    for (let count = 0; count < 10; count += 1) {
      const [from, to] = [randomPlayfabId(), randomPlayfabId()];
      const bought = shop.event('INITIAL_PURCHASE', from);
      api.infrastructure.clock.advance(1);
      const moved = shop.event('TRANSFER', null, { transferred_from: [from], transferred_to: [to] });
      await Promise.all([bought, moved].map(api.portal.stores.apply));
      const row = await api.infrastructure.database
        .selectFrom('store_subscriptions')
        .select('app_user_ids')
        .where('subscription', '=', `t-${from}`)
        .executeTakeFirst();
      expect(row?.app_user_ids).toEqual([to]);
    }
  });

  it('leaves purchases of other stores in place at a transfer', async () => {
    const paul = randomPlayfabId();
    const pauls = await api.client.signIn(paul);
    const bought = shop.event('INITIAL_PURCHASE', marie, { store: 'PLAY_STORE' });
    api.infrastructure.clock.advance(1);
    await deliver(bought, shop.event('TRANSFER', null, { transferred_from: [marie], transferred_to: [paul] }));
    expect([(await subscription()).isSubscribed, (await subscription(pauls)).isSubscribed]).toEqual([true, false]);
  });

  it('counts a purchase from before the account existed as soon as the account appears', async () => {
    const zoe = randomPlayfabId();
    await deliver(shop.event('INITIAL_PURCHASE', '$RCAnonymousID:7', { aliases: [zoe] }));
    expect(await subscription(await api.client.signIn(zoe))).toMatchObject({ isSubscribed: true });
  });

  it('accepts the portal’s user id as the buyer', async () => {
    const { id } = (await api.client.user(token)).json().data;
    await deliver(shop.event('INITIAL_PURCHASE', 'x', { original_app_user_id: id, store: 'PLAY_STORE' }));
    expect(await subscription()).toMatchObject({ isSubscribed: true, subscription: { store: 'google' } });
  });

  it('applies later events after one with a date in the future', async () => {
    const year = 365 * day;
    const early = (milliseconds: number) => ({
      event_timestamp_ms: api.infrastructure.clock.now().getTime() + milliseconds,
    });
    await deliver(shop.event('INITIAL_PURCHASE', marie, early(year)));
    expect((await subscription()).isSubscribed).toBe(true);
    api.infrastructure.clock.advance(1);
    await deliver(shop.event('EXPIRATION', marie));
    expect((await subscription()).isSubscribed).toBe(false);
    await deliver(shop.event('RENEWAL', marie, early(1_000)));
    expect((await subscription()).isSubscribed).toBe(true);

    const paul = randomPlayfabId();
    const pauls = await api.client.signIn(paul);
    const moved = (from: string, to: string) => ({ transferred_from: [from], transferred_to: [to] });
    api.infrastructure.clock.advance(2_000);
    await deliver(shop.event('TRANSFER', null, { ...moved(marie, paul), ...early(year) }));
    api.infrastructure.clock.advance(1);
    await deliver(shop.event('RENEWAL', paul, { original_transaction_id: `t-${marie}` }));
    api.infrastructure.clock.advance(1);
    await deliver(shop.event('TRANSFER', null, moved(paul, marie)));
    expect([(await subscription()).isSubscribed, (await subscription(pauls)).isSubscribed]).toEqual([true, false]);
  });

  it.each([
    ['an alias', (other: string) => ({ aliases: [other] })],
    ['the first name', (other: string) => ({ original_app_user_id: other })],
  ])('gives a purchase to its buyer only when %s names another person', async (_, names) => {
    for (const paul of [
      randomPlayfabId(),
      (await api.client.user(await api.client.signIn(randomPlayfabId()))).json().data.id,
    ]) {
      await deliver(shop.event('INITIAL_PURCHASE', paul, names(marie)));
      expect(await subscription()).toEqual(nobody);
    }
    const { id } = (await api.client.user(token)).json().data;
    await deliver(shop.event('INITIAL_PURCHASE', randomPlayfabId(), names(id)));
    expect(await subscription()).toEqual(nobody);
    await expect(api.portal.billing.purchase(id, 'en')).resolves.toMatch(/^https:/);
  });

  it('gives a transfer to one person only', async () => {
    const [paul, zoe] = [randomPlayfabId(), randomPlayfabId()];
    const bought = shop.event('INITIAL_PURCHASE', paul);
    api.infrastructure.clock.advance(1);
    const names = { transferred_from: [paul], transferred_to: ['$RCAnonymousID:8', zoe, marie] };
    await deliver(bought, shop.event('TRANSFER', null, names));
    expect(await subscription()).toEqual(nobody);
    expect((await subscription(await api.client.signIn(zoe))).isSubscribed).toBe(true);
  });

  it('ends a membership at its end date without an event', async () => {
    const end = { expiration_at_ms: api.infrastructure.clock.now().getTime() + 20 * day };
    await deliver(shop.event('CANCELLATION', marie, { ...end, cancel_reason: 'UNSUBSCRIBE' }));
    api.infrastructure.clock.advance(20 * day - 1);
    expect(await subscription()).toMatchObject({ isSubscribed: true, subscription: { cancelAtPeriodEnd: true } });
    api.infrastructure.clock.advance(1);
    expect(await subscription()).toMatchObject({
      isSubscribed: false,
      subscription: { status: 'ended', cancelAtPeriodEnd: false },
    });
  });

  it('keeps a membership during a grace period', async () => {
    const lasts = api.infrastructure.clock.now().getTime() + 3 * day;
    const now = api.infrastructure.clock.now().getTime();
    const failed = { expiration_at_ms: now, grace_period_expiration_at_ms: lasts };
    await deliver(shop.event('BILLING_ISSUE', marie, failed));
    expect(await subscription()).toMatchObject({ isSubscribed: true, subscription: { status: 'past_due' } });
    api.infrastructure.clock.advance(3 * day);
    expect((await subscription()).isSubscribed).toBe(false);
  });

  it.each([
    ['no key', {}],
    ['another key', { authorization: `${revenueCatKey}x` }],
    ['an empty key', { authorization: '' }],
  ])('refuses %s and records a security event', async (_, headers) => {
    const seen = api.events.length;
    expect(await shop.send(shop.event('INITIAL_PURCHASE', marie), headers)).toBe(401);
    expect(api.events.slice(seen)).toContainEqual({ kind: 'webhook-refused', sender: 'revenuecat', reason: 'key' });
    await jobsDone();
    expect(await subscription()).toEqual(nobody);
  });

  it('accepts the key as a bearer token', async () => {
    const headers = { authorization: `Bearer ${revenueCatKey}` };
    expect(await shop.send(shop.event('TEST', marie), headers)).toBe(200);
  });

  it.each([
    '',
    'no json',
    '[]',
    '{"event":{"type":"RENEWAL"}}',
    '{"event":{"id":"","type":"RENEWAL"}}',
    '{"event":{"id":"1","type":"RENEWAL","event_timestamp_ms":1,"app_user_id":"\\u0000"}}',
    '{"event":{"id":"1","type":"RENEWAL","event_timestamp_ms":1,"expiration_at_ms":8640000000000000}}',
  ])('answers INVALID_PAYLOAD to a body that is not an event: %s', async (body) => {
    expect((await shop.post(body)).statusCode).toBe(400);
  });

  it('accepts an event of 200 KB and refuses one of more than 256 KB', async () => {
    const sized = (length: number) => ({ event: { ...shop.event('TEST', marie), attributes: 'x'.repeat(length) } });
    expect((await shop.post(sized(200_000))).statusCode).toBe(200);
    expect((await shop.post(sized(270_000))).statusCode).toBe(413);
  });

  it('reports how late an event is, and nothing else about it', async () => {
    api.events.length = 0;
    await shop.send(
      shop.event('RENEWAL', marie, { event_timestamp_ms: api.infrastructure.clock.now().getTime() - 90_500 }),
    );
    await shop.send(
      shop.event('TEST', marie, { event_timestamp_ms: api.infrastructure.clock.now().getTime() + 1_000 }),
    );
    expect(api.events).toEqual([
      { kind: 'webhook', sender: 'revenuecat', delay: 90.5 },
      { kind: 'webhook', sender: 'revenuecat', delay: 0 },
    ]);
  });

  it('stores nothing about a person except the names that RevenueCat uses', async () => {
    const attributes = { $email: { value: 'marie@example.com' } };
    await shop.post({ event: { ...shop.event('INITIAL_PURCHASE', marie), subscriber_attributes: attributes } });
    const waiting = await api.infrastructure.database
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'store-event')
      .execute();
    expect(JSON.stringify(waiting)).toContain(marie);
    expect(JSON.stringify(waiting)).not.toContain('example.com');
  });
});

describe('RevenueCat’s webhook with required signatures', () => {
  const secrets = ['old-signing-secret-of-32-signs-xxx', 'new-signing-secret-of-32-signs-xxx'];
  let api: TestApi;
  let shop: ReturnType<typeof createStoreShop>;
  beforeAll(async () => {
    api = await createTestApi({ secrets: { revenueCat: { keys: [revenueCatKey], signingSecrets: secrets } } });
    shop = createStoreShop(api);
  });
  afterAll(() => api.close());

  const signed = async (secret: string | undefined, { late = 0, change = '' } = {}): Promise<number> => {
    const body = JSON.stringify({ event: shop.event('TEST', 'marie') });
    const time = Math.floor(api.infrastructure.clock.now().getTime() / 1000) - late;
    const digest = createHmac('sha256', secret ?? '')
      .update(`${time}.${body}`)
      .digest('hex');
    const signature = `t=${time},v1=${'0'.repeat(64)},v1=${digest}`;
    const headers = { authorization: revenueCatKey, 'x-revenuecat-webhook-signature': signature };
    return (await shop.post(body + change, headers)).statusCode;
  };

  it('accepts either signing secret, so that one can be replaced without downtime', async () => {
    expect([await signed(secrets[0]), await signed(secrets[1])]).toEqual([200, 200]);
  });

  it('accepts a signature of the last and the next five minutes, because clocks differ', async () => {
    const codes = [];
    for (const late of [-301, -300, 300, 301]) codes.push(await signed(secrets[0], { late }));
    expect(codes).toEqual([401, 200, 200, 401]);
  });

  it('refuses a wrong secret, a changed body, an old signature and a missing one', async () => {
    expect(await signed('another-secret')).toBe(401);
    expect(await signed(secrets[0], { change: ' ' })).toBe(401);
    expect(await signed(secrets[0], { late: 301 })).toBe(401);
    expect(await shop.send(shop.event('TEST', 'marie'))).toBe(401);
    expect(api.events).toContainEqual({ kind: 'webhook-refused', sender: 'revenuecat', reason: 'signature' });
  });
});
