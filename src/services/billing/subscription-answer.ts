import {
  discountDurations,
  type Offer,
  priceIntervals,
  type Subscription,
  stores,
  subscriptionStatuses,
} from '../../contracts/subscription.ts';
import {
  flag,
  type TypeGuard,
  type Guarded,
  literal,
  matching,
  nullable,
  number,
  object,
  oneOf,
  text,
} from '../../lib/shapes.ts';

/** Whether there is a membership, the subscription that the account page shows, and what can be bought instead. */
export type SubscriptionSummary = {
  isSubscribed: boolean;
  subscription: Subscription | null;
  offer?: Offer | null | undefined;
};

/** Checks the values that the page formats, because `Intl` throws for invalid ones. */
export const moment = (input: unknown): input is string => text(input) && !Number.isNaN(Date.parse(input));
const currency = matching(/^[a-z]{3}$/);

const isPrice = object({ amount: number, currency, interval: oneOf(priceIntervals), intervalCount: number });
const isDiscount = object({
  coupon: text,
  amount: number,
  duration: oneOf(discountDurations),
  months: nullable(number),
});
const isOffer: TypeGuard<Offer> = object({ price: isPrice, trialEnd: nullable(moment) }, { discount: isDiscount });

export const isSubscription: TypeGuard<Subscription> = object(
  {
    store: oneOf(stores),
    status: oneOf(subscriptionStatuses),
    currentPeriodEnd: nullable(moment),
    cancelAtPeriodEnd: flag,
    price: nullable(isPrice),
  },
  { discount: object({ amount: number, until: nullable(moment) }) },
);

/**
 * The response of the status call and of the refresh. The spec defines neither `subscription` nor `offer`, so both are
 * optional.
 */
export const isSubscriptionAnswer = object(
  { success: literal(true), isSubscribed: flag },
  { subscription: nullable(isSubscription), offer: nullable(isOffer) },
);

export const subscriptionState = (answer: Guarded<typeof isSubscriptionAnswer>): SubscriptionSummary => ({
  isSubscribed: answer.isSubscribed,
  subscription: answer.subscription ?? null,
  offer: answer.offer,
});
