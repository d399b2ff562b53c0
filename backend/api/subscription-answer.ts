import { z } from 'zod';
import { priceIntervals, stores, subscriptionStatuses } from '../../src/contracts/subscription.ts';
import { success } from './responses.ts';

const price = z.object({
  amount: z.int().describe("in the currency's smallest unit"),
  currency: z.string(),
  interval: z.enum(priceIntervals),
  intervalCount: z.int(),
});

const subscription = z.object({
  store: z.enum(stores),
  status: z.enum(subscriptionStatuses),
  currentPeriodEnd: z.string().nullable().describe('ISO 8601; null where the store does not say'),
  cancelAtPeriodEnd: z.boolean(),
  price: price.nullable(),
});

const offer = z.object({
  price,
  trialEnd: z.string().nullable().describe('ISO 8601; null when the free trial is over'),
});

/** The answer of the status call, and of the call that refreshes the status from Stripe. */
export const subscriptionAnswer = success.extend({
  isSubscribed: z.boolean(),
  subscription: subscription.nullable(),
  offer: offer.nullable().describe('what can be bought now; null for a subscriber, or when the price is not known'),
});

export const subscriptionExample = {
  success: true,
  isSubscribed: true,
  subscription: {
    store: 'stripe',
    status: 'active',
    currentPeriodEnd: '2026-12-01T09:00:00.000Z',
    cancelAtPeriodEnd: false,
    price: { amount: 999, currency: 'eur', interval: 'month', intervalCount: 1 },
  },
  offer: null,
};
