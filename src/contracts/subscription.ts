/** The shop where a subscription was bought and is managed. `other`: a shop of the game for which there is no link. */
export const stores = ['stripe', 'apple', 'google', 'other'] as const;
export type Store = (typeof stores)[number];

/**
 * The states of a subscription for an account. The names are Stripe's; `ended` covers everything that is over.
 * `past_due`: a renewal failed and is being retried. `unpaid`: all retries failed, or it is paused.
 */
export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'ended'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const priceIntervals = ['day', 'week', 'month', 'year'] as const;
export type PriceInterval = (typeof priceIntervals)[number];

/** `amount` is in the currency's smallest unit, `currency` a lower-case ISO 4217 code, as Stripe writes both. */
export type Price = { amount: number; currency: string; interval: PriceInterval; intervalCount: number };

/** `once`: for the first payment; `months`: for a number of months; `forever`: for as long as it runs. */
export const discountDurations = ['once', 'months', 'forever'] as const;
export type DiscountDuration = (typeof discountDurations)[number];

/** What a coupon changes: `amount` replaces the price's amount, in the currency's smallest unit. */
export type Discount = {
  /** The coupon as the person wrote it. */
  coupon: string;
  amount: number;
  duration: DiscountDuration;
  /** null unless the duration is `months`. */
  months: number | null;
};

/** The subscription that a dashboard shows. */
export type Subscription = {
  store: Store;
  status: SubscriptionStatus;
  /** ISO 8601: when the trial or the paid period ends; null if the store does not report it. */
  currentPeriodEnd: string | null;
  /** Whether it ends at that moment instead of renewing. */
  cancelAtPeriodEnd: boolean;
  /** null if the store does not report it. */
  price: Price | null;
  /** Absent when the next payment is of the whole price. */
  discount?: RunningDiscount | undefined;
};

/** The discount of the next payment. */
export type RunningDiscount = {
  /** What the next payment costs, in the currency's smallest unit. */
  amount: number;
  /** ISO 8601: payments after this moment cost the whole price; null for a discount without an end. */
  until: string | null;
};

/** The subscription that a person without one can buy now. */
export type Offer = {
  price: Price;
  /** ISO 8601: when a free trial that starts now would end; null for a person whose trial is over. */
  trialEnd: string | null;
  /** Absent without a valid coupon. */
  discount?: Discount | undefined;
};

/**
 * Returns whether this is a membership. It lasts while a failed renewal is retried. An unknown state never counts as
 * subscribed.
 */
export const givesMembership: Readonly<Record<SubscriptionStatus, boolean>> = {
  trialing: true,
  active: true,
  past_due: true,
  unpaid: false,
  ended: false,
};

/**
 * What a person reads after a purchase. `pending` also covers another person's checkout, so its message must be true for
 * both. `unknown` means that the servers could not be reached.
 */
export type Membership =
  | { kind: 'trial'; until: string | null }
  | { kind: 'active' }
  | { kind: 'pending' }
  | { kind: 'unknown' };

/** The states that prevent a second subscription. An unpaid one can become active again with another card. */
export const blocksPurchase: Readonly<Record<SubscriptionStatus, boolean>> = { ...givesMembership, unpaid: true };

/** The stores' pages about cancelling a subscription. The stores choose the reader's language. */
export const cancelInStore = {
  apple: 'https://support.apple.com/118428',
  google: 'https://support.google.com/googleplay/answer/7018481',
};
