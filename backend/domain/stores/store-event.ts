import { z } from 'zod';
import { jsonOf } from '../../gateways/vendor.ts';

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
export type StoreEvent = z.output<typeof envelope>['event'];

/** A subscriber to read, and further people among its names, who have nothing of it. */
export const subscriberToRead = z.object({ appUserId: name, others: z.array(name) });
export type SubscriberToRead = z.output<typeof subscriberToRead>;

/** Matches a PlayFab id, and the portal's id of a user. */
const namesPerson = /^([0-9A-F]{1,16}|[\w-]{22})$/;

/**
 * Returns the subscribers to read. A subscriber has one owner, the first of its names that is a person's. Aliases come
 * from devices, so a further person among them would get, and could not buy, what the first one has bought. A transfer
 * is about two subscribers.
 */
export const subscribersOf = (event: StoreEvent): SubscriberToRead[] => {
  if (event.type === 'TEST') return [];
  const buyer = [event.app_user_id, event.original_app_user_id, ...(event.aliases ?? [])].flatMap((id) => id ?? []);
  return [buyer, event.transferred_from ?? [], event.transferred_to ?? []].flatMap((all) => {
    const [appUserId, ...others] = new Set(all.filter((one) => namesPerson.test(one)));
    return appUserId === undefined ? [] : [{ appUserId, others }];
  });
};

/** Returns the event of a webhook's body; null for anything else. */
export const storeEventIn = (body: Buffer): StoreEvent | null =>
  envelope.safeParse(jsonOf(body.toString())).data?.event ?? null;
