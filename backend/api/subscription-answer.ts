import { z } from 'zod';
import { discountDurations, priceIntervals, stores, subscriptionStatuses } from '../../src/contracts/subscription.ts';
import { success } from './responses.ts';

const amount = z.int().describe("in the currency's smallest unit");

const price = z.object({
  amount,
  currency: z.string(),
  interval: z.enum(priceIntervals),
  intervalCount: z.int(),
});

export const subscription = z.object({
  store: z.enum(stores),
  status: z.enum(subscriptionStatuses),
  currentPeriodEnd: z.string().nullable().describe('ISO 8601; null where the store does not say'),
  cancelAtPeriodEnd: z.boolean(),
  price: price.nullable(),
  discount: z
    .object({
      amount: amount.describe('what the next payment costs'),
      until: z.string().nullable().describe('ISO 8601; null for a discount without an end'),
    })
    .optional()
    .describe('absent when the next payment is of the whole price'),
});

const offer = z.object({
  price,
  trialEnd: z.string().nullable().describe('ISO 8601; null when the free trial is over'),
  discount: z
    .object({
      coupon: z.string(),
      amount,
      duration: z.enum(discountDurations),
      months: z.int().nullable().describe('null unless the duration is months'),
    })
    .optional()
    .describe('what the coupon changes with which the user came'),
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
