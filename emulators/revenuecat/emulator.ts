import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import type { DemoHappening, DemoStoreEventAnswer, DemoStoreEventBody } from '../../src/contracts/demo.ts';
import { day } from '../../src/lib/time.ts';
import { createTables, type EmulatorDatabase } from '../database.ts';

const statements = [
  `create schema if not exists revenuecat_emulator`,
  `create table if not exists revenuecat_emulator.subscriptions (app_user_id text not null, product_id text not null,
    subscription text not null, primary key (app_user_id, product_id))`,
];

export type RevenueCatEmulatorOptions = {
  database: EmulatorDatabase;
  clock: { now(): Date };
  apiKey: string;
  /** The portal's webhook. Its key must never reach a browser. */
  webhook: { url: string; key: string; fetch: typeof fetch };
};

const month = 30 * day;
/** RevenueCat writes no milliseconds. */
const iso = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d+/, '');

const unset = (): string | null => null;
const renewedAt = (now: number) => ({
  expires_date: iso(now + month),
  refunded_at: unset(),
  unsubscribe_detected_at: unset(),
});

/**
 * Returns a purchase of this moment that renews after thirty days, as it is read in RevenueCat's answer:
 * https://www.revenuecat.com/docs/api-v1/customer-info-model.
 */
const purchaseAt = (now: number) => ({
  auto_resume_date: unset(),
  billing_issues_detected_at: unset(),
  grace_period_expires_date: unset(),
  is_sandbox: false,
  period_type: 'normal',
  store: 'app_store',
  ...renewedAt(now),
});
/** Times are ISO 8601. */
export type EmulatedSubscription = ReturnType<typeof purchaseAt>;

type Happening = { event: { type: string; cancel_reason?: string }; change: Partial<EmulatedSubscription> };

/** Returns the event of a happening of this moment, and what it changes. */
const happeningAt = (happening: DemoHappening, now: number): Happening => {
  const unsubscribed = { unsubscribe_detected_at: iso(now) };
  const ended = { ...unsubscribed, expires_date: iso(now) };
  const happenings: Record<DemoHappening, Happening> = {
    bought: { event: { type: 'INITIAL_PURCHASE' }, change: renewedAt(now) },
    renewed: { event: { type: 'RENEWAL' }, change: renewedAt(now) },
    cancelled: { event: { type: 'CANCELLATION', cancel_reason: 'UNSUBSCRIBE' }, change: unsubscribed },
    expired: { event: { type: 'EXPIRATION' }, change: ended },
    refunded: {
      event: { type: 'CANCELLATION', cancel_reason: 'CUSTOMER_SUPPORT' },
      change: { ...ended, refunded_at: iso(now) },
    },
  };
  return happenings[happening];
};

/**
 * Emulates RevenueCat for the portal: the call that reads a subscriber, and the webhook's events. The demo partner has
 * buttons for the events; they change the subscriber first, because an event only says that something changed.
 */
export const createRevenueCatEmulator = async ({ database, clock, apiKey, webhook }: RevenueCatEmulatorOptions) => {
  await createTables(database, statements);

  const subscriptionsOf = async (appUserId: string): Promise<Record<string, EmulatedSubscription>> => {
    const { rows } = await sql<{ product_id: string; subscription: string }>`select product_id, subscription
      from revenuecat_emulator.subscriptions where app_user_id = ${appUserId}`.execute(database);
    return Object.fromEntries(rows.map((row) => [row.product_id, JSON.parse(row.subscription)]));
  };

  /** Changes a subscription, or adds one that is bought now; null removes it, as a transfer does. */
  const change = async (
    appUserId: string,
    changes: Partial<EmulatedSubscription> | null,
    product = 'membership.monthly',
  ): Promise<void> => {
    const before = (await subscriptionsOf(appUserId))[product] ?? purchaseAt(clock.now().getTime());
    await sql`delete from revenuecat_emulator.subscriptions
      where app_user_id = ${appUserId} and product_id = ${product}`.execute(database);
    if (changes === null) return;
    await sql`insert into revenuecat_emulator.subscriptions (app_user_id, product_id, subscription)
      values (${appUserId}, ${product}, ${JSON.stringify({ ...before, ...changes })})`.execute(database);
  };

  const plugin: FastifyPluginAsync = async (app) => {
    app.get<{ Params: { appUserId: string } }>('/v1/subscribers/:appUserId', async (request, reply) => {
      if (request.headers.authorization !== `Bearer ${apiKey}`) {
        return reply.code(401).send({ code: 7225, message: 'Invalid API Key.' });
      }
      const { appUserId } = request.params;
      return { subscriber: { original_app_user_id: appUserId, subscriptions: await subscriptionsOf(appUserId) } };
    });
  };

  return {
    plugin,
    change,
    /** Changes what an account has bought, and sends the event. An account that has bought nothing buys first. */
    tell: async ({ userID, store, happening }: DemoStoreEventBody): Promise<DemoStoreEventAnswer> => {
      const now = clock.now().getTime();
      const { event: part, change: changes } = happeningAt(happening, now);
      const product = `membership.${store}`;
      await change(userID, { store: store === 'apple' ? 'app_store' : 'play_store', ...changes }, product);
      const event = {
        id: randomUUID(),
        ...part,
        event_timestamp_ms: now,
        environment: 'PRODUCTION',
        store: store === 'apple' ? 'APP_STORE' : 'PLAY_STORE',
        app_user_id: userID,
        original_app_user_id: userID,
        aliases: [userID],
        product_id: product,
        period_type: 'NORMAL',
      };
      const { status } = await webhook.fetch(webhook.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: webhook.key },
        body: JSON.stringify({ api_version: '1.0', event }),
      });
      return { status, event };
    },
  };
};
export type RevenueCatEmulator = Awaited<ReturnType<typeof createRevenueCatEmulator>>;
