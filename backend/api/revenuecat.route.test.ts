import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RevenueCatUnavailable } from '../gateways/revenuecat.ts';
import { openTestApi, randomPlayfabId, encodeP } from '../testing/test-api.ts';
import { day, minute } from '../../src/lib/time.ts';
import { revenueCatKey } from '../testing/portal-parts.ts';

describe("RevenueCat's webhook", async () => {
  const api = await openTestApi();
  let marie: string;
  let token: string;
  beforeEach(async () => {
    marie = randomPlayfabId();
    token = await api.client.signIn(marie);
  });

  const post = (body: unknown, headers: Record<string, string> = { authorization: revenueCatKey }) =>
    api.app.inject({
      method: 'POST',
      url: '/api/revenuecat/webhook',
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const send = async (event: object, headers?: Record<string, string>): Promise<number> =>
    (await post({ api_version: '1.0', event }, headers)).statusCode;
  /** Sends the events, and waits until the subscribers were read. */
  const deliver = async (...events: object[]): Promise<void> => {
    for (const event of events) expect(await send(event)).toBe(200);
    await api.jobs.runDue();
  };
  const event = (type: string, appUserId: string | null, change: object = {}) => {
    const [id, event_timestamp_ms] = [randomUUID(), api.clock.now().getTime()];
    return { id, type, event_timestamp_ms, app_user_id: appUserId, ...change };
  };
  /** Returns the ISO time of so many days from now. */
  const inDays = (days: number): string => new Date(api.clock.now().getTime() + days * day).toISOString();
  const subscription = async (of = token) =>
    (await api.app.inject({ method: 'GET', url: `/api/user/subscription/status?p=${encodeP(of)}` })).json();
  const isMember = async (of: string): Promise<boolean> => (await subscription(of)).isSubscribed;
  const waitingJobs = () =>
    api.database
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', 'sync-subscriber')
      .where('finishedAt', 'is', null)
      .execute();
  const nobody = { success: true, isSubscribed: false, subscription: null, offer: expect.anything() };

  it('treats an App Store purchase as a membership, and says where to manage it', async () => {
    await api.shop.change(marie, { expires_date: '2030-04-01T10:00:00Z' });
    await deliver(event('INITIAL_PURCHASE', marie));
    expect(await subscription()).toEqual({
      success: true,
      isSubscribed: true,
      subscription: {
        store: 'apple',
        status: 'active',
        currentPeriodEnd: '2030-04-01T10:00:00.000Z',
        endsAt: null,
        price: null,
      },
      offer: null,
    });
  });

  it('reads the subscriber after each event, so that order and repetition do not matter', async () => {
    await api.shop.change(marie);
    const bought = event('INITIAL_PURCHASE', marie);
    const ended = event('A_TYPE_OF_TOMORROW', marie);
    await deliver(bought);
    await api.shop.change(marie, { expires_date: inDays(-1), unsubscribe_detected_at: inDays(-1) });
    await deliver(ended, bought, { ...bought, id: `${bought.id}-again` });
    expect(await subscription()).toMatchObject({ isSubscribed: false, subscription: { status: 'ended' } });
    await api.shop.change(marie, null);
    await deliver(event('EXPIRATION', marie));
    expect(await subscription()).toEqual(nobody);
  });

  it('stores the reading that began last, even when an earlier one ends after it', async () => {
    const [first, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { subscriptionsOf } = api.shop.gateway;
    vi.spyOn(api.shop.gateway, 'subscriptionsOf').mockImplementationOnce(async (name) => {
      const read = await subscriptionsOf(name);
      asked.resolve();
      await first.promise;
      return read;
    });
    const earlier = api.portal.stores.sync({ appUserId: marie, others: [] });
    await asked.promise;
    await api.shop.change(marie);
    await api.portal.stores.sync({ appUserId: marie, others: [] });
    first.resolve();
    await earlier;
    expect(await isMember(token)).toBe(true);
  });

  it('reads both subscribers after a transfer', async () => {
    const paul = randomPlayfabId();
    const pauls = await api.client.signIn(paul);
    await api.shop.change(marie);
    await deliver(event('INITIAL_PURCHASE', marie));
    await api.shop.change(marie, null);
    await api.shop.change(paul);
    await deliver(event('TRANSFER', null, { transferred_from: [marie], transferred_to: ['$RCAnonymousID:8', paul] }));
    expect([await isMember(token), await isMember(pauls)]).toEqual([false, true]);
  });

  it('answers while RevenueCat is away, and reads the subscriber once it is back', async () => {
    await api.shop.change(marie);
    vi.spyOn(api.shop.gateway, 'subscriptionsOf').mockRejectedValueOnce(new RevenueCatUnavailable('test'));
    await deliver(event('INITIAL_PURCHASE', marie));
    expect(await subscription()).toEqual(nobody);
    expect(api.jobs.failures.at(-1)).toEqual({
      kind: 'sync-subscriber',
      attempts: 1,
      error: 'RevenueCatUnavailable: test',
      final: false,
    });
    api.clock.advance(6_000);
    await api.jobs.runDue();
    expect(await isMember(token)).toBe(true);
  });

  it('stores one job for an event however often it arrives, and none for a test or for an anonymous user', async () => {
    // What else RevenueCat knows about a person is not stored.
    const attributes = { subscriber_attributes: { $email: { value: 'marie@example.com' } } };
    const bought = { ...event('INITIAL_PURCHASE', marie), ...attributes };
    for (const one of [bought, bought, event('TEST', marie), event('RENEWAL', '$RCAnonymousID:7')]) {
      expect(await send(one)).toBe(200);
    }
    expect(await waitingJobs()).toEqual([{ payload: { appUserId: marie, others: [] } }]);
    await api.jobs.runDue();
  });

  it('counts a purchase from before the account existed as soon as the account appears', async () => {
    const zoe = randomPlayfabId();
    await api.shop.change(zoe);
    await deliver(event('INITIAL_PURCHASE', '$RCAnonymousID:7', { aliases: [zoe] }));
    expect(await isMember(await api.client.signIn(zoe))).toBe(true);
  });

  it.each([
    ['an alias', (other: string) => ({ aliases: [other] })],
    ['the first name', (other: string) => ({ original_app_user_id: other })],
  ])('gives a purchase to its buyer only when %s names another person', async (_, names) => {
    const paul = randomPlayfabId();
    const pauls = await api.client.signIn(paul);
    const { id } = (await api.client.user(token)).json().data;
    // The names are aliases, so RevenueCat gives the same answer to each.
    for (const name of [paul, marie, id]) await api.shop.change(name);
    for (const name of [marie, id]) {
      await deliver(event('INITIAL_PURCHASE', paul, names(name)));
      expect([await subscription(), await isMember(pauls)]).toEqual([nobody, true]);
    }
    await expect(api.portal.billing.purchase(id, 'en')).resolves.toMatch(/^http/);
    await deliver(event('RENEWAL', marie, names(paul)));
    expect([await isMember(token), await isMember(pauls)]).toEqual([true, false]);
  });

  it('finds within a day what a lost event did not report', async () => {
    await api.shop.change(marie, { expires_date: inDays(20) });
    await deliver(event('INITIAL_PURCHASE', marie));
    await api.shop.change(marie, null);
    api.clock.advance(day);
    for (let time = 0; time < 2; time += 1) await api.portal.stores.reconcile();
    api.clock.advance(minute);
    await api.jobs.runDue();
    expect((await subscription()).isSubscribed).toBe(false);
  });

  it('ends a membership at its end date without an event', async () => {
    await api.shop.change(marie, { expires_date: inDays(20), unsubscribe_detected_at: inDays(0) });
    await deliver(event('CANCELLATION', marie));
    api.clock.advance(19 * day);
    expect(await subscription()).toMatchObject({ isSubscribed: true, subscription: { endsAt: expect.any(String) } });
    api.clock.advance(day);
    expect(await subscription()).toMatchObject({
      isSubscribed: false,
      subscription: { status: 'ended', endsAt: null },
    });
  });

  it('keeps a membership during a grace period', async () => {
    await api.shop.change(marie, {
      expires_date: inDays(0),
      billing_issues_detected_at: inDays(0),
      grace_period_expires_date: inDays(3),
    });
    await deliver(event('BILLING_ISSUE', marie));
    expect(await subscription()).toMatchObject({ isSubscribed: true, subscription: { status: 'past_due' } });
    api.clock.advance(3 * day);
    expect(await isMember(token)).toBe(false);
  });

  it.each([
    ['no key', {}],
    ['another key', { authorization: `${revenueCatKey}x` }],
    ['an empty key', { authorization: '' }],
  ])('refuses %s and records a security event', async (_, headers) => {
    const seen = api.events.length;
    await api.shop.change(marie);
    expect(await send(event('INITIAL_PURCHASE', marie), headers)).toBe(401);
    expect(api.events.slice(seen)).toContainEqual({ kind: 'webhook-refused', sender: 'revenuecat', reason: 'key' });
    await api.jobs.runDue();
    expect(await subscription()).toEqual(nobody);
  });

  it.each([
    '',
    '{"event":{"type":"RENEWAL"}}',
    '{"event":{"id":"1","type":"RENEWAL","event_timestamp_ms":1,"app_user_id":"\\u0000"}}',
    '{"event":{"id":"1","type":"RENEWAL","event_timestamp_ms":1,"aliases":"ABC"}}',
  ])('answers INVALID_PAYLOAD to a body that is not an event: %s', async (body) => {
    expect((await post(body)).statusCode).toBe(400);
  });

  it('accepts the key as a bearer token, and an event of 200 KB but none of more than 256 KB', async () => {
    const headers = { authorization: `Bearer ${revenueCatKey}` };
    const sized = (length: number) => ({ ...event('TEST', marie), attributes: 'x'.repeat(length) });
    expect([await send(sized(200_000), headers), await send(sized(270_000), headers)]).toEqual([200, 413]);
  });
});
