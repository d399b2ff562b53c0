import { z } from 'zod';
import { RevenueCatUnavailable } from '../../gateways/revenuecat.ts';
import { jsonOf } from '../../gateways/vendor.ts';
import { storeSubscriptionsRepository } from '../../store/billing.repository.ts';
import { secondsSince } from '../clock.ts';
import { second } from '../../../src/lib/time.ts';
import { deletedPlayers } from '../accounts/users.ts';
import type { CallerSecrets, Gateways, Infrastructure } from '../dependencies.ts';
import { enqueue, type JobPayload } from '../jobs/jobs.ts';
import { Refusal } from '../refusal.ts';
import { isOneOf } from '../secrets.ts';

// The game chooses the names. PostgreSQL accepts neither NUL nor long keys.
const name = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[^\0]*$/);
const names = z.array(name).nullish();

/** Whom a RevenueCat event is about (https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields). */
const envelope = z.object({
  event: z.object({
    id: name,
    type: name,
    event_timestamp_ms: z.number().int().min(0),
    app_user_id: name.nullish(),
    original_app_user_id: name.nullish(),
    aliases: names,
    transferred_from: names,
    transferred_to: names,
  }),
});
type StoreEvent = z.output<typeof envelope>['event'];

type SubscriberToRead = JobPayload<'sync-subscriber'>;

/** Matches a PlayFab id, and the portal's id of a user. */
const namesPerson = /^([0-9A-F]{1,16}|[\w-]{22})$/;

/**
 * Returns the subscribers to read. A subscriber has one owner, the first of its names that is a person's. Aliases come
 * from devices, so a further person among them would get, and could not buy, what the first one has bought. A transfer
 * is about two subscribers.
 */
const subscribersOf = (event: StoreEvent): SubscriberToRead[] => {
  if (event.type === 'TEST') return [];
  const buyer = [event.app_user_id, event.original_app_user_id, ...(event.aliases ?? [])].flatMap((id) => id ?? []);
  return [buyer, event.transferred_from ?? [], event.transferred_to ?? []].flatMap((all) => {
    const [appUserId, ...others] = new Set(all.filter((one) => namesPerson.test(one)));
    return appUserId === undefined ? [] : [{ appUserId, others }];
  });
};

/** Returns the event of a webhook's body; null for anything else. */
const storeEventIn = (body: Buffer): StoreEvent | null =>
  envelope.safeParse(jsonOf(body.toString())).data?.event ?? null;

export type StoresDependencies = Infrastructure & Pick<CallerSecrets, 'revenueCatKeys'> & Pick<Gateways, 'revenueCat'>;

/**
 * Creates the use cases of subscriptions that the game sells in app stores (decisions.md#6-flows). An event of
 * RevenueCat's webhook says only that a subscriber changed, so the order, repetition and delay of events do not matter:
 * the reading that began last decides, and each later change causes another event.
 */
export const createStores = ({ database, clock, revenueCatKeys, revenueCat, events, wake }: StoresDependencies) => ({
  /**
   * Checks the header that is configured in RevenueCat's dashboard, with or without `Bearer`. Without keys the webhook
   * is closed. @throws Refusal UNAUTHORIZED when the delivery is not from RevenueCat.
   */
  authenticate: (authorization = ''): void => {
    if (isOneOf(authorization.replace(/^Bearer /i, ''), revenueCatKeys)) return;
    events.record({ kind: 'webhook-refused', sender: 'revenuecat', reason: 'key' });
    throw new Refusal('UNAUTHORIZED');
  },

  /**
   * Stores a job for each subscriber of a genuine event, once however often it arrives. An event about no person is
   * ignored.
   * @throws Refusal INVALID_PAYLOAD for anything else than an event: RevenueCat's dashboard shows it and retries.
   */
  take: async (body: Buffer): Promise<void> => {
    const event = storeEventIn(body);
    if (event === null) throw new Refusal('INVALID_PAYLOAD');
    await database.transaction().execute(async (trx) => {
      for (const payload of subscribersOf(event)) {
        await enqueue(trx, { kind: 'sync-subscriber', payload, key: `revenuecat:${event.id}:${payload.appUserId}` });
      }
    });
    wake();
    const delay = secondsSince(new Date(event.event_timestamp_ms), clock.now());
    events.record({ kind: 'webhook', sender: 'revenuecat', delay });
  },

  /**
   * Adds the jobs that read every member of an app store again, once a day, one each second: an event may be lost, and
   * RevenueCat limits how many calls it answers in a minute. Several servers add the same jobs.
   */
  reconcile: async (): Promise<void> => {
    if (revenueCat === null) return;
    const now = clock.now();
    const names = await storeSubscriptionsRepository(database).namesLiveAt(now);
    for (const [index, appUserId] of names.entries()) {
      const key = `store:${appUserId}:${now.toISOString().slice(0, 10)}`;
      const notBefore = new Date(now.getTime() + index * second);
      await enqueue(database, { kind: 'sync-subscriber', payload: { appUserId, others: [] }, key }, notBefore);
    }
  },

  /** Runs the job `sync-subscriber`: reads a subscriber and stores the newest state, unless the account was deleted. */
  sync: async ({ appUserId, others }: SubscriberToRead): Promise<void> => {
    if (revenueCat === null) throw new RevenueCatUnavailable('REVENUECAT_API_KEY is not set');
    const read = await storeSubscriptionsRepository(database).nextRead();
    const subscriptions = await revenueCat.subscriptionsOf(appUserId);
    await database.transaction().execute(async (trx) => {
      const rows = storeSubscriptionsRepository(trx);
      await rows.lock();
      for (const one of await deletedPlayers(trx).without([appUserId, ...others])) {
        const theirs = one === appUserId ? subscriptions : [];
        await rows.replace({ appUserId: one, read, subscriptions: theirs }, clock.now());
      }
    });
  },
});
