import type { SubscriptionAnswer } from '../../../src/contracts/api.ts';
import {
  blocksPurchase,
  givesMembership,
  type Subscription,
  type SubscriptionStatus,
} from '../../../src/contracts/subscription.ts';
import type { Database } from '../../db/database.ts';

/** A subscription of a user's, wherever it was bought. */
export type KnownSubscription = Omit<Subscription, 'currentPeriodEnd'> & {
  currentPeriodEnd: Date | null;
  /** When it was bought; null where an app store keeps it to itself. */
  startedAt: Date | null;
  /** null for one of an app store. */
  stripe: { id: string; customerId: string } | null;
};

/** All that a user has or had. Give it a transaction inside of one. */
export type FindSubscriptions = (database: Database, userId: string) => Promise<KnownSubscription[]>;

export const isLive = ({ status }: { status: SubscriptionStatus }): boolean => status !== 'ended';

/**
 * For so long after its period's end a row of Stripe's is believed without having been read anew: as long as Stripe
 * goes on sending an event that nobody took. What is older is not known, and what is not known is never "subscribed".
 */
const believed = 3 * 24 * 60 * 60 * 1_000;

const isBelieved = ({ status, currentPeriodEnd, stripe }: KnownSubscription, now: Date): boolean =>
  stripe === null ||
  !givesMembership[status] ||
  currentPeriodEnd === null ||
  currentPeriodEnd.getTime() + believed > now.getTime();

const rank = ({ status }: KnownSubscription): number =>
  Number(givesMembership[status]) * 2 + Number(blocksPurchase[status]);

const byStart = (one: KnownSubscription, other: KnownSubscription): number =>
  (one.startedAt?.getTime() ?? 0) - (other.startedAt?.getTime() ?? 0) ||
  (one.stripe?.id ?? '').localeCompare(other.stripe?.id ?? '', 'en');

const isSoldElsewhere = ({ stripe }: KnownSubscription): number => Number(stripe === null);

/**
 * The one that a dashboard speaks of: one that gives membership before one that could again, and both before what is
 * over. Then Stripe's, for that is what we charge and where we can end it. Of two live ones the earlier, for a later one
 * is a mistake that is being undone; of two that ended the later.
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

/** What the status call says. */
export const answerOf = (
  all: readonly KnownSubscription[],
  now: Date,
): Omit<SubscriptionAnswer, 'success' | 'offer'> => {
  const chosen = chooseSubscription(all.filter((one) => isBelieved(one, now)));
  if (chosen === null) return { isSubscribed: false, subscription: null };
  const { store, status, currentPeriodEnd, cancelAtPeriodEnd, price } = chosen;
  return {
    isSubscribed: givesMembership[status],
    subscription: {
      store,
      status,
      currentPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
      cancelAtPeriodEnd,
      price,
    },
  };
};

/**
 * Of Stripe's subscriptions that give membership all but the earliest; and that one too when nobody knew of it while an
 * app store's gave membership already, for that can't be ended from here.
 * @param known what the user had before
 */
export const duplicatesOf = (all: readonly KnownSubscription[], known: readonly KnownSubscription[]): string[] => {
  const members = all.filter(({ status }) => givesMembership[status]).toSorted(byStart);
  const [first, ...others] = members.flatMap(({ stripe }) => (stripe === null ? [] : [stripe.id]));
  if (first === undefined) return [];
  const isSecond = members.some(({ stripe }) => stripe === null) && !known.some(({ stripe }) => stripe?.id === first);
  return isSecond ? [first, ...others] : others;
};
