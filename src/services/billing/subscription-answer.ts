import { priceIntervals, type Subscription, stores, subscriptionStatuses } from '../../contracts/subscription.ts';
import { flag, type Guard, type Guarded, literal, nullable, number, object, oneOf, text } from '../../lib/shapes.ts';

/** Whether there is a membership, and the subscription that the account page speaks of. */
export type SubscriptionState = { isSubscribed: boolean; subscription: Subscription | null };

const isSubscription: Guard<Subscription> = object({
  store: oneOf(stores),
  status: oneOf(subscriptionStatuses),
  currentPeriodEnd: nullable(text),
  cancelAtPeriodEnd: flag,
  price: nullable(object({ amount: number, currency: text, interval: oneOf(priceIntervals), intervalCount: number })),
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
