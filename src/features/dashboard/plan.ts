import { blocksPurchase, type Price, type Subscription } from '../../contracts/subscription.ts';
import type { Account } from './open-account.ts';

/** The states of a subscription, each with a message and a label (`plan` in the messages). */
export type PlanStatus =
  | 'none'
  /** Subscribed, without further details from the server. */
  | 'member'
  | 'trial'
  | 'trialEnding'
  | 'active'
  | 'ending'
  | 'pastDue'
  | 'unpaid'
  | 'ended';

export const planStatusOf = ({ isSubscribed, subscription }: Account): PlanStatus => {
  if (subscription === null) return isSubscribed ? 'member' : 'none';
  switch (subscription.status) {
    case 'trialing':
      return subscription.cancelAtPeriodEnd ? 'trialEnding' : 'trial';
    case 'active':
      return subscription.cancelAtPeriodEnd ? 'ending' : 'active';
    case 'past_due':
      return 'pastDue';
    case 'unpaid':
    case 'ended':
      return subscription.status;
  }
};

/** The style of the label. */
export const moods: Readonly<Record<PlanStatus, 'good' | 'calm' | 'bad'>> = {
  none: 'calm',
  member: 'good',
  trial: 'good',
  trialEnding: 'calm',
  active: 'good',
  ending: 'calm',
  pastDue: 'bad',
  unpaid: 'bad',
  ended: 'calm',
};

/** A subscription whose price is known. */
export type PaidSubscription = Subscription & { price: Price };

/** Returns the subscription for which the person is going to pay; null when no price is to be shown. */
export const paidSubscription = (account: Account): PaidSubscription | null => {
  const { subscription } = account;
  const isPaid = ['trial', 'active', 'pastDue', 'unpaid'].includes(planStatusOf(account));
  return isPaid && subscription !== null && subscription.price !== null
    ? { ...subscription, price: subscription.price }
    : null;
};

/**
 * Returns what can be bought: according to the spec a first subscription, for a person who is no customer yet. Stripe's
 * own page cannot sell another one, so one that has ended can be replaced as well. It is never a second one in addition
 * to the first, in any shop.
 */
export const offerOf = ({ isSubscribed, subscription, customerID }: Account): 'first' | 'again' | null => {
  if (isSubscribed) return null;
  if (subscription === null) return customerID === null ? 'first' : null;
  return blocksPurchase[subscription.status] ? null : 'again';
};

/** Returns where a subscription of another shop is managed; null once it has ended. */
export const shopOf = ({ subscription }: Account): 'apple' | 'google' | 'other' | null =>
  subscription === null || subscription.store === 'stripe' || subscription.status === 'ended'
    ? null
    : subscription.store;

export const shopAddress = {
  apple: 'https://apps.apple.com/account/subscriptions',
  google: 'https://play.google.com/store/account/subscriptions',
  other: null,
} as const;
