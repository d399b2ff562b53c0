import { flag, type Guarded, integer, matching, moment, nullable, object, oneOf, type Shape, text } from '../shapes.ts';
import { apiPaths } from '../api.ts';
import { languages } from '../language.ts';
import { call } from './call.ts';
import { shownText } from './sign-in.ts';

/** The shop where a subscription was bought and is managed. `other`: a shop of the game for which there is no link. */
export const stores = ['stripe', 'apple', 'google', 'other'] as const;
export type Store = (typeof stores)[number];

/**
 * The states of a subscription, with Stripe's names; `ended` is everything that is over. `past_due`: a renewal failed
 * and is being retried. `unpaid`: all retries failed, or it is paused.
 */
export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'ended'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const priceIntervals = ['day', 'week', 'month', 'year'] as const;

/** `amount` is in the currency's smallest unit, `currency` a lower-case ISO 4217 code, as Stripe writes both. */
const price = object({
  amount: integer(),
  currency: matching(/^[a-z]{3}$/),
  interval: oneOf(priceIntervals),
  intervalCount: integer(),
});
export type Price = Guarded<typeof price>;

/** `once`: for the first payment; `months`: for a number of months; `forever`: for as long as it runs. */
const discountDurations = ['once', 'months', 'forever'] as const;

/** What a coupon changes. */
const discount = object({
  /** The coupon as the person wrote it. */
  coupon: text,
  /** Replaces the price's amount, in the currency's smallest unit. */
  amount: integer(),
  duration: oneOf(discountDurations),
  /** null unless the duration is `months`. */
  months: nullable(integer()),
});
export type Discount = Guarded<typeof discount>;

/** The discount of the next payment. */
const runningDiscount = object({
  /** What the next payment costs, in the currency's smallest unit. */
  amount: integer(),
  /** Payments after this moment cost the whole price; null for a discount without an end. */
  until: nullable(moment),
});
type RunningDiscount = Guarded<typeof runningDiscount>;

/** An amount in the smallest unit of its currency. */
const moneyMembers = { amount: integer(), currency: matching(/^[a-z]{3}$/) };
export const money = object(moneyMembers);

/** The next payment, as Stripe previews it. */
const nextPayment = object({ ...moneyMembers, at: moment });
export type NextPayment = Guarded<typeof nextPayment>;

/** Payments are not collected; null until a person resumes them. */
const pause = object({ until: nullable(moment) });

/** A payment that failed. */
const duePayment = object({
  /** In the currency's smallest unit. */
  amount: integer(),
  /** When the card is tried again; null when it is not. */
  next: nullable(moment),
});

/** The subscription that a dashboard shows. */
export type Subscription = {
  store: Store;
  status: SubscriptionStatus;
  /** ISO 8601: when the trial or the paid period ends; null if the store does not report it. */
  currentPeriodEnd: string | null;
  /** ISO 8601: when it ends; null if it renews. It renews until then when this is later than `currentPeriodEnd`. */
  endsAt: string | null;
  /** What each period costs; null if the store does not report it, or several things are paid together. */
  price: Price | null;
  /** Absent when nothing more will be charged, or the store does not report it. */
  nextPayment?: NextPayment | undefined;
  /** Absent unless payments are paused. */
  pause?: Guarded<typeof pause> | undefined;
  /** Absent when the next payment is of the whole price. */
  discount?: RunningDiscount | undefined;
  /** Absent unless a payment failed. */
  due?: Guarded<typeof duePayment> | undefined;
  /** Absent unless it has ended, and something went back. */
  refunded?: Guarded<typeof money> | undefined;
};
export const subscription: Shape<Subscription> = object(
  {
    store: oneOf(stores),
    status: oneOf(subscriptionStatuses),
    currentPeriodEnd: nullable(moment),
    endsAt: nullable(moment),
    price: nullable(price),
  },
  { nextPayment, pause, discount: runningDiscount, due: duePayment, refunded: money },
);

/**
 * What can be said of a subscription, by the fields that the store reports. `endingLater`: it renews until it ends;
 * `unclear`: nothing certain can be said about its payments.
 */
export type Standing =
  | 'trial'
  | 'trialEnding'
  | 'active'
  | 'ending'
  | 'endingLater'
  | 'paused'
  | 'pastDue'
  | 'unpaid'
  | 'ended'
  | 'unclear';

/** Returns what can be said of a subscription (https://docs.stripe.com/api/subscriptions/object). */
export const standingOf = (subscription: Subscription): Standing => {
  const { store, status, currentPeriodEnd, endsAt, pause, nextPayment } = subscription;
  switch (status) {
    case 'ended':
      return 'ended';
    case 'past_due':
      return 'pastDue';
    case 'unpaid':
      return pause === undefined ? 'unpaid' : 'paused';
    case 'trialing':
    case 'active': {
      const isTrial = status === 'trialing';
      if (endsAt !== null && (currentPeriodEnd === null || endsAt <= currentPeriodEnd)) {
        return isTrial ? 'trialEnding' : 'ending';
      }
      if (pause !== undefined) return 'paused';
      if (store === 'stripe' && nextPayment === undefined) return 'unclear';
      if (endsAt !== null) return 'endingLater';
      return isTrial ? 'trial' : 'active';
    }
  }
};

/**
 * Returns whether something is still charged when a subscription ends: what was added to it, such as by an operator.
 */
export const hasLastPayment = (subscription: Subscription): boolean =>
  ['ending', 'trialEnding'].includes(standingOf(subscription)) && (subscription.nextPayment?.amount ?? 0) > 0;

/** The subscription that a person without one can buy now. */
export type Offer = {
  price: Price;
  /** ISO 8601: when a free trial that starts now would end; null for a person whose trial is over. */
  trialEnd: string | null;
  /** Absent without a valid coupon. */
  discount?: Discount | undefined;
};
const offer: Shape<Offer> = object({ price, trialEnd: nullable(moment) }, { discount });

/** Both members extend the spec, for the dashboard. `offer` is null for a subscriber, and without a price. */
const extensions = { subscription: nullable(subscription), offer: nullable(offer) };
/** After a purchase: until when a membership of the person runs that began elsewhere and ends. */
const earlier = { earlierUntil: moment };
const answer = object({ isSubscribed: flag }, { ...extensions, ...earlier });
const sent = object({ isSubscribed: flag, ...extensions }, earlier);
export type SubscriptionAnswer = Guarded<typeof sent>;

export const readSubscription = call({
  method: 'GET',
  path: apiPaths.subscriptionStatus,
  auth: 'user',
  tokenIn: 'p',
  access: 'read',
  answer,
  sent,
});

/** The address of a page of Stripe, to which the browser navigates. */
const paymentPage = object({ data: object({ session: object({ url: text }) }) });

/** `userID` is the one of the token's user. It can be repeated, because the server reuses an open checkout. */
export const purchase = call({
  method: 'POST',
  path: apiPaths.purchaseSession,
  auth: 'user',
  repeatable: true,
  body: object({ userID: text, lang: oneOf(languages) }, { coupon: text, shown: shownText }),
  answer: paymentPage,
  errors: ['ALREADY_SUBSCRIBED', 'SUBSCRIBED_ELSEWHERE'],
});

/** `customerID` is the one of the token's user. */
export const manage = call({
  method: 'POST',
  path: apiPaths.manageSubscription,
  auth: 'user',
  repeatable: true,
  body: object({ customerID: text, lang: oneOf(languages) }),
  answer: paymentPage,
  errors: ['NOT_FOUND'],
});

/** Reads the account's state from Stripe now: its webhook may be late. Another person's checkout changes nothing. */
export const refreshSubscription = call({
  method: 'POST',
  path: apiPaths.refreshSubscription,
  auth: 'user',
  repeatable: true,
  body: object({}, { checkoutSessionID: text }),
  answer,
  sent,
});

/** Whether this is a membership. It lasts while a failed renewal is retried. An unknown state is none. */
export const givesMembership: Readonly<Record<SubscriptionStatus, boolean>> = {
  trialing: true,
  active: true,
  past_due: true,
  unpaid: false,
  ended: false,
};

/**
 * What a person reads after a purchase. `pending` also covers another person's checkout, so its message must be true
 * for both. `unknown`: the servers could not be reached. `earlierUntil`: as in the answer of the server.
 */
export type Membership = ({ kind: 'trial'; first: NextPayment | null } | { kind: 'active' | 'pending' | 'unknown' }) & {
  earlierUntil?: string | undefined;
};

/** The states that prevent a second subscription. An unpaid one can become active again with another card. */
export const blocksPurchase: Readonly<Record<SubscriptionStatus, boolean>> = { ...givesMembership, unpaid: true };

/** The stores' pages about cancelling a subscription. The stores choose the reader's language. */
export const cancelInStore = {
  apple: 'https://support.apple.com/118428',
  google: 'https://support.google.com/googleplay/answer/7018481',
};
