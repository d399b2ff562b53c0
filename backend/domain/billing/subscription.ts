import {
  blocksPurchase,
  givesMembership,
  type Store,
  type SubscriptionStatus,
  type SubscriptionAnswer,
} from '../../../src/contracts/calls/subscription.ts';
import { day } from '../../../src/lib/time.ts';
import type { Database } from '../../db/database.ts';
import {
  type StoreSubscriptionRow,
  storeSubscriptionsRepository,
  type StripeSubscriptionRow,
  stripeSubscriptionsRepository,
} from '../../store/billing.repository.ts';
import type { CarriedRow } from '../../store/cancel.repository.ts';
import type { Clock } from '../clock.ts';
import type { Gateways, Infrastructure, PortalSettings } from '../dependencies.ts';
import type { Limits } from '../limits/limits.ts';

/** A user's subscription, wherever it was bought. */
export type KnownSubscription = Omit<StripeSubscriptionRow, 'id' | 'customerId' | 'createdAt'> & {
  store: Store;
  /** When it was bought; null for app stores, which do not report it. */
  startedAt: Date | null;
  /** null for a subscription of an app store. */
  stripe: { id: string; customerId: string } | null;
};

/** Returns all subscriptions that a user has or had. Inside a transaction, pass the transaction. */
export type FindSubscriptions = (database: Database, userId: string) => Promise<KnownSubscription[]>;

export type BillingDependencies = Infrastructure &
  Pick<Gateways, 'stripe' | 'playfab'> &
  Required<Omit<PortalSettings, 'titleId'>> & {
    limits: Limits;
    /** Returns the subscriptions of every source. */
    subscriptionsOf: FindSubscriptions;
    /**
     * Adds the jobs for what was found after its declaration. @returns whether the owner is about to keep the
     * membership
     */
    carryOutFound(trx: Database, userId: string, all: readonly KnownSubscription[]): Promise<boolean>;
  };

export const isLive = ({ status }: { status: SubscriptionStatus }): boolean => status !== 'ended';

/** Returns whether a live subscription ends with its current period, as it was read. */
export const isEnding = (one: Pick<KnownSubscription, 'status' | 'endsAt' | 'currentPeriodEnd'>): boolean =>
  isLive(one) && one.endsAt !== null && (one.currentPeriodEnd === null || one.endsAt <= one.currentPeriodEnd);

/**
 * How long after the end of its period a row from Stripe is trusted without a reread, in milliseconds: as long as
 * Stripe retries an event. An older state is unknown, and an unknown state is never "subscribed".
 */
const believed = 3 * day;

const isBelieved = ({ status, currentPeriodEnd, stripe }: KnownSubscription, now: Date): boolean =>
  stripe === null ||
  !givesMembership[status] ||
  currentPeriodEnd === null ||
  currentPeriodEnd.getTime() + believed > now.getTime();

/** Every status that gives membership also blocks a purchase, so it ranks higher than one that only blocks. */
const rank = ({ status }: KnownSubscription): number =>
  Number(givesMembership[status]) + Number(blocksPurchase[status]);

const byStart = (one: KnownSubscription, other: KnownSubscription): number =>
  (one.startedAt?.getTime() ?? 0) - (other.startedAt?.getTime() ?? 0) ||
  (one.stripe?.id ?? '').localeCompare(other.stripe?.id ?? '', 'en');

const isSoldElsewhere = ({ stripe }: KnownSubscription): number => Number(stripe === null);

/**
 * Chooses the subscription that a dashboard displays: first one that gives membership, then one that could again, then
 * an ended one. Stripe's come first among equals, because we charge for them and can end them. Of two live ones the
 * earlier is chosen, because the later is a mistake that is being undone; of two ended ones the later.
 */
export const chooseSubscription = (all: readonly KnownSubscription[]): KnownSubscription | null =>
  all.toSorted(
    (one, other) =>
      rank(other) - rank(one) ||
      isSoldElsewhere(one) - isSoldElsewhere(other) ||
      (isLive(one) ? byStart(one, other) : byStart(other, one)),
  )[0] ?? null;

export const isBlocked = (all: readonly KnownSubscription[]): boolean =>
  all.some(({ status }) => blocksPurchase[status]);

const textOf = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** Returns what goes back: null if nothing was paid, and zero if it went back before. */
export const refundedBy = (rows: readonly CarriedRow[]): { amount: number; currency: string } | null => {
  const currency = rows.find((row) => row.currency !== null)?.currency ?? null;
  return currency === null ? null : { amount: rows.reduce((sum, { refunded }) => sum + (refunded ?? 0), 0), currency };
};

/** Returns the answer of the status call. @param carried what was carried out about subscriptions that have ended */
export const answerOf = (
  all: readonly KnownSubscription[],
  now: Date,
  carried: readonly CarriedRow[] = [],
): Omit<SubscriptionAnswer, 'offer'> => {
  const chosen = chooseSubscription(all.filter((one) => isBelieved(one, now)));
  if (chosen === null) return { isSubscribed: false, subscription: null };
  const refunded = refundedBy(carried.filter(({ subscriptionId }) => subscriptionId === chosen.stripe?.id));
  const { store, status, currentPeriodEnd, endsAt, price, discount, due, next, pause } = chosen;
  return {
    isSubscribed: givesMembership[status],
    subscription: {
      store,
      status,
      currentPeriodEnd: textOf(currentPeriodEnd),
      endsAt: textOf(endsAt),
      price,
      ...(next === null ? {} : { nextPayment: { ...next, at: next.at.toISOString() } }),
      ...(pause === null ? {} : { pause: { until: textOf(pause.until) } }),
      ...(discount === null ? {} : { discount: { amount: discount.amount, until: textOf(discount.until) } }),
      ...(due === null ? {} : { due: { amount: due.amount, next: textOf(due.next) } }),
      ...(refunded !== null && refunded.amount > 0 && { refunded }),
    },
  };
};

/**
 * Returns the duplicates among Stripe's subscriptions that give membership: all but the earliest. The earliest is a
 * duplicate too if it was unknown while an app store's subscription already gave membership, because that one cannot be
 * ended from here. What began elsewhere and moved in is none.
 * @param known the subscriptions that the user had before
 */
export const duplicatesOf = (all: readonly KnownSubscription[], known: readonly KnownSubscription[]): string[] => {
  const members = all.filter(({ status }) => givesMembership[status]).toSorted(byStart);
  const sold = members.filter(({ stripe }) => stripe !== null);
  const isSecond = sold.length < members.length && !known.some(({ stripe }) => stripe?.id === sold[0]?.stripe?.id);
  return (isSecond ? sold : sold.slice(1)).flatMap(({ stripe, movedIn }) =>
    stripe === null || movedIn ? [] : [stripe.id],
  );
};

/** Empty values for what only Stripe reports about a subscription. */
export const notTold = {
  endedAt: null,
  price: null,
  discount: null,
  due: null,
  next: null,
  pause: null,
  isUnpaid: false,
  wasDiscounted: false,
  scheduleId: null,
  movedIn: false,
  startedAt: null,
  trialEnd: null,
  stripe: null,
};

/** Returns what was bought in an app store. It counts as ended past its end, even if no event said so. */
const asOf = (
  now: Date,
  { store, status, periodEnd, memberUntil, renews }: StoreSubscriptionRow,
): KnownSubscription => {
  const isOver = status === 'ended' || memberUntil <= now;
  return {
    ...notTold,
    store,
    status: isOver ? 'ended' : status,
    currentPeriodEnd: periodEnd,
    endsAt: isOver || renews ? null : (periodEnd ?? memberUntil),
  };
};

export const soldAs = ({ id, customerId, createdAt, ...row }: StripeSubscriptionRow): KnownSubscription => ({
  ...row,
  store: 'stripe',
  startedAt: createdAt,
  stripe: { id, customerId },
});

/** Creates a reader of a user's subscriptions in our rows: the last known state from Stripe and from RevenueCat. */
export const createFindSubscriptions =
  (clock: Clock): FindSubscriptions =>
  async (database, userId) => {
    const sold = await stripeSubscriptionsRepository(database).ofUser(userId);
    const bought = await storeSubscriptionsRepository(database).ofUser(userId);
    return [...sold.map(soldAs), ...bought.map((row) => asOf(clock.now(), row))];
  };
