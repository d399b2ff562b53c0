import { z } from 'zod';
import type { StoreSubscription } from '../../store/store-subscriptions.repository.ts';
import type { StoreTransfer } from '../../store/store-transfers.repository.ts';
import { hour } from '../../../src/lib/durations.ts';

type AppStore = StoreSubscription['store'];

/** PostgreSQL reads no date after the year 9999, not even with the longest delay of a renewal. */
const milliseconds = z.number().int().min(0).max(Date.UTC(9999, 0));
// The game chooses the names. PostgreSQL accepts neither NUL nor long keys.
const text = z
  .string()
  .max(500)
  .regex(/^[^\0]*$/);
const name = text.min(1);

/**
 * The part of a RevenueCat event that we read
 * (https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields). Everything else, including a person's
 * attributes, is dropped here. A TRANSFER has no `app_user_id`.
 */
export const storeEvent = z.object({
  id: name,
  type: text,
  event_timestamp_ms: milliseconds,
  environment: text.nullish(),
  store: text.nullish(),
  app_user_id: name.nullish(),
  original_app_user_id: name.nullish(),
  aliases: z.array(name).nullish(),
  product_id: name.nullish(),
  transaction_id: name.nullish(),
  original_transaction_id: name.nullish(),
  period_type: text.nullish(),
  expiration_at_ms: milliseconds.nullish(),
  grace_period_expiration_at_ms: milliseconds.nullish(),
  cancel_reason: text.nullish(),
  transferred_from: z.array(name).nullish(),
  transferred_to: z.array(name).nullish(),
});
export type StoreEvent = z.infer<typeof storeEvent>;

export type StoreChange =
  | { kind: 'update'; subscription: StoreSubscription }
  | { kind: 'transfer'; transfer: StoreTransfer };

/**
 * `goes on` renews at its end, `ends` does not, `fails` could not be charged, `is over` gives no membership any more.
 */
type Meaning = 'goes on' | 'ends' | 'fails' | 'is over';

const meanings: Readonly<Partial<Record<string, Meaning>>> = {
  INITIAL_PURCHASE: 'goes on',
  RENEWAL: 'goes on',
  UNCANCELLATION: 'goes on',
  PRODUCT_CHANGE: 'goes on',
  SUBSCRIPTION_EXTENDED: 'goes on',
  REFUND_REVERSED: 'goes on',
  CANCELLATION: 'ends',
  // A subscription is paused at the end of the paid period, not before.
  SUBSCRIPTION_PAUSED: 'ends',
  NON_RENEWING_PURCHASE: 'ends',
  TEMPORARY_ENTITLEMENT_GRANT: 'ends',
  BILLING_ISSUE: 'fails',
  EXPIRATION: 'is over',
};

const meaningOf = ({ type, cancel_reason: reason }: StoreEvent): Meaning | undefined => {
  if (type !== 'CANCELLATION') return Object.hasOwn(meanings, type) ? meanings[type] : undefined;
  // This is a refund. After a failed charge, BILLING_ISSUE reports the same together with the end of the grace period.
  if (reason === 'CUSTOMER_SUPPORT') return 'is over';
  return reason === 'BILLING_ERROR' ? undefined : 'ends';
};

const stores: Readonly<Partial<Record<string, AppStore>>> = {
  APP_STORE: 'apple',
  MAC_APP_STORE: 'apple',
  PLAY_STORE: 'google',
};
/** Stripe's subscriptions are read from Stripe; no one pays in the test store. */
const ignoredStores: readonly string[] = ['STRIPE', 'TEST_STORE'];
const storeOf = (store: string): AppStore => (Object.hasOwn(stores, store) ? stores[store] : undefined) ?? 'other';

/**
 * The longest delay of a renewal, in milliseconds. RevenueCat reports one up to an hour late where a store sends no
 * notices, and retries a failed delivery for two and a half hours. In that time a renewing subscription is not offered
 * again.
 */
const renewalDelay = 3 * hour;

const statusOf = (meaning: Meaning, periodType: string): StoreSubscription['status'] => {
  switch (meaning) {
    case 'is over':
      return 'ended';
    case 'fails':
      return 'past_due';
    case 'goes on':
    case 'ends':
      return periodType === 'TRIAL' ? 'trialing' : 'active';
  }
};

/** Matches a PlayFab id, and the portal's id of a user. */
const namesPerson = /^([0-9A-F]{1,16}|[\w-]{22})$/;

/**
 * Returns the names of one person: the first that names a person, and RevenueCat's anonymous or other names. Aliases
 * come from devices, so a further person among them would get, and could not buy, what the first one has bought.
 */
const ofOnePerson = (names: readonly string[]): string[] => {
  const owner = names.find((each) => namesPerson.test(each));
  return [...new Set(names)].filter((each) => each === owner || !namesPerson.test(each));
};

const subscriptionOf = (event: StoreEvent, store: string, meaning: Meaning): StoreSubscription | null => {
  const names = [event.app_user_id, event.original_app_user_id, ...(event.aliases ?? [])].flatMap((id) => id ?? []);
  const transaction =
    event.original_transaction_id ?? event.transaction_id ?? `${names[0] ?? ''}/${event.product_id ?? ''}`;
  // An event without an end is not about a subscription, unless the event itself is the end.
  const end = event.expiration_at_ms ?? (meaning === 'is over' ? event.event_timestamp_ms : null);
  if (names.length === 0 || end === null) return null;
  const grace = event.grace_period_expiration_at_ms ?? 0;
  const lastMoment = { 'goes on': end + renewalDelay, ends: end, fails: Math.max(end, grace), 'is over': end };
  return {
    store: storeOf(store),
    subscription: transaction,
    appUserIds: ofOnePerson(names),
    status: statusOf(meaning, event.period_type ?? ''),
    periodEnd: new Date(end),
    memberUntil: new Date(lastMoment[meaning]),
    renews: meaning === 'goes on' || meaning === 'fails',
    reportedAt: new Date(event.event_timestamp_ms),
  };
};

const transferOf = (event: StoreEvent): StoreTransfer | null => {
  const { transferred_from: from, transferred_to: to, store } = event;
  // A transfer moves existing rows, so it may come without an environment. One of the sandbox moves nothing.
  if (!from || !to || (event.environment ?? 'PRODUCTION') !== 'PRODUCTION') return null;
  return {
    eventId: event.id,
    store: store ? storeOf(store) : null,
    from,
    to: ofOnePerson(to),
    reportedAt: new Date(event.event_timestamp_ms),
  };
};

/**
 * Converts an event to a change of our rows. `null` means none: for the sandbox, a test, Stripe's own events or an
 * unknown type.
 */
export const changeOf = (event: StoreEvent): StoreChange | null => {
  if (ignoredStores.includes(event.store ?? '')) return null;
  if (event.type === 'TRANSFER') {
    const transfer = transferOf(event);
    return transfer && { kind: 'transfer', transfer };
  }
  const meaning = meaningOf(event);
  if (meaning === undefined || event.environment !== 'PRODUCTION' || !event.store) return null;
  const subscription = subscriptionOf(event, event.store, meaning);
  return subscription && { kind: 'update', subscription };
};
