/** Where a subscription was bought, and so where it is managed. `other`: a shop of the game that we can't link to. */
export const stores = ['stripe', 'apple', 'google', 'other'] as const;
export type Store = (typeof stores)[number];

/**
 * What an account can do with its subscription. The names are Stripe's; `ended` is everything that is over.
 * `past_due`: a renewal failed and is being tried again. `unpaid`: those tries are used up, or it is paused.
 */
export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'ended'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const priceIntervals = ['day', 'week', 'month', 'year'] as const;
export type PriceInterval = (typeof priceIntervals)[number];

/** `amount` is in the currency's smallest unit, `currency` a lower-case ISO 4217 code, as Stripe writes both. */
export type Price = { amount: number; currency: string; interval: PriceInterval; intervalCount: number };

/** The one subscription that a dashboard speaks of. */
export type Subscription = {
  store: Store;
  status: SubscriptionStatus;
  /** ISO 8601: when the trial or the paid period ends; null where the store does not say. */
  currentPeriodEnd: string | null;
  /** It will not be renewed at that moment. */
  cancelAtPeriodEnd: boolean;
  /** null where the store keeps it to itself. */
  price: Price | null;
};

/** What somebody without a subscription can buy now. */
export type Offer = {
  price: Price;
  /** ISO 8601: when a free trial that begins now would end; null for somebody whose trial is over. */
  trialEnd: string | null;
};

/** Membership lasts while a failed renewal is tried again; what we do not know is never "subscribed". */
export const givesMembership: Readonly<Record<SubscriptionStatus, boolean>> = {
  trialing: true,
  active: true,
  past_due: true,
  unpaid: false,
  ended: false,
};

/** While there is one of these a second one is refused: an unpaid one comes back to life with another card. */
export const blocksPurchase: Readonly<Record<SubscriptionStatus, boolean>> = { ...givesMembership, unpaid: true };
