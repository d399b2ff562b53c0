import type { SubscriptionAnswer } from '../../src/contracts/calls/subscription.ts';

/* What the OpenAPI document says of a subscription, in the answers of several calls. */

export const amountText = "in the currency's smallest unit";
/** The descriptions of a subscription's members, at the path where an answer has it. */
export const subscriptionTexts = {
  'subscription.currentPeriodEnd': 'ISO 8601; null where the store does not say',
  'subscription.price.amount': amountText,
  'subscription.discount': 'absent when the next payment is of the whole price',
  'subscription.discount.amount': 'what the next payment costs',
  'subscription.discount.until': 'ISO 8601; null for a discount without an end',
  'subscription.due': 'the payment that failed; absent when no payment is due',
  'subscription.due.next': 'ISO 8601: when the card is tried again; null when it is not',
};
export const subscriptionExample = {
  isSubscribed: true,
  subscription: {
    store: 'stripe',
    status: 'active',
    currentPeriodEnd: '2026-12-01T09:00:00.000Z',
    cancelAtPeriodEnd: false,
    price: { amount: 999, currency: 'eur', interval: 'month', intervalCount: 1 },
  },
  offer: null,
} satisfies SubscriptionAnswer;
