import { blocksPurchase, type Price } from '../../contracts/subscription.ts';
import type { Account } from './open-account.ts';

/** What there is to say about a subscription: a sentence and a pill each (`plan` in the words). */
export type Situation =
  | 'none'
  /** Subscribed, and that is all that the server tells. */
  | 'member'
  | 'trial'
  | 'trialEnding'
  | 'active'
  | 'ending'
  | 'pastDue'
  | 'unpaid'
  | 'ended';

export const situationOf = ({ isSubscribed, subscription }: Account): Situation => {
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

/** How the pill looks. */
export const moods: Readonly<Record<Situation, 'good' | 'calm' | 'bad'>> = {
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

/** The price is told as long as somebody is going to pay it. */
export const priceToTell = (account: Account): Price | null =>
  ['trial', 'active', 'pastDue', 'unpaid'].includes(situationOf(account))
    ? (account.subscription?.price ?? null)
    : null;

/**
 * What can be bought: by the spec a first subscription, for somebody who is no customer yet; and, because Stripe's own
 * page can't sell a new one, another after one that has ended. Never a second one, wherever the first was bought.
 */
export const offerOf = ({ isSubscribed, subscription, customerID }: Account): 'first' | 'again' | null => {
  if (isSubscribed) return null;
  if (subscription === null) return customerID === null ? 'first' : null;
  return blocksPurchase[subscription.status] ? null : 'again';
};

/** Where a subscription that was not bought here is managed; null once it has ended. */
export const shopOf = ({ subscription }: Account): 'apple' | 'google' | 'other' | null =>
  subscription === null || subscription.store === 'stripe' || subscription.status === 'ended'
    ? null
    : subscription.store;

export const shopAddress = {
  apple: 'https://apps.apple.com/account/subscriptions',
  google: 'https://play.google.com/store/account/subscriptions',
  other: null,
} as const;
