import { priceIntervals, type Subscription, stores, subscriptionStatuses } from '../../contracts/subscription.ts';
import {
  flag,
  type Guard,
  type Guarded,
  literal,
  matching,
  nullable,
  number,
  object,
  oneOf,
  text,
} from '../../lib/shapes.ts';

/** Whether there is a membership, and the subscription that the account page speaks of. */
export type SubscriptionState = { isSubscribed: boolean; subscription: Subscription | null };

/** What the page formats must not surprise `Intl`: it throws. */
const moment = (input: unknown): input is string => text(input) && !Number.isNaN(Date.parse(input));
const currency = matching(/^[a-z]{3}$/);

const isSubscription: Guard<Subscription> = object({
  store: oneOf(stores),
  status: oneOf(subscriptionStatuses),
  currentPeriodEnd: nullable(moment),
  cancelAtPeriodEnd: flag,
  price: nullable(object({ amount: number, currency, interval: oneOf(priceIntervals), intervalCount: number })),
});

/** What the status call and the refresh answer. The spec's own answer has no `subscription`, so it may be missing. */
export const isSubscriptionAnswer = object(
  { success: literal(true), isSubscribed: flag },
  { subscription: nullable(isSubscription) },
);

export const subscriptionState = (answer: Guarded<typeof isSubscriptionAnswer>): SubscriptionState => ({
  isSubscribed: answer.isSubscribed,
  subscription: answer.subscription ?? null,
});
