import type { Language } from '../../src/contracts/language.ts';
import type { DiscountDuration, Price, SubscriptionStatus } from '../../src/contracts/calls/subscription.ts';
import { VendorError } from './vendor.ts';

/** What a coupon takes off a payment, as it is set up at Stripe. */
export type CouponTerms = {
  /** null for a coupon of a fixed amount. */
  percentOff: number | null;
  /** In the smallest unit of `currency`; null for a coupon of a percentage. */
  amountOff: number | null;
  currency: string | null;
  duration: DiscountDuration;
  /** null unless the duration is `months`. */
  months: number | null;
};

/** A coupon that a subscription has. `end`: later payments are not discounted. */
export type AppliedCoupon = { terms: CouponTerms; end: Date | null };

/** The current state of a subscription at Stripe, in our terms. Times are Dates. */
export type StripeSubscription = {
  id: string;
  customerId: string;
  /** From the metadata that our checkout set; null for a subscription that is not ours. */
  userId: string | null;
  /** From the same metadata; it identifies the owner when our own record is lost. */
  playfabId: string | null;
  /** The `PUBLIC_URL` that sold it: one Stripe account may serve several portals. */
  portal: string | null;
  /** null until its first payment is settled: it belongs to no one yet. */
  status: SubscriptionStatus | null;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  price: Price | null;
  discounts: AppliedCoupon[];
  /** The newest invoice, while its payment has failed: what is open, and when Stripe tries the card again. */
  due: { amount: number; next: Date | null } | null;
  /** The end of the free trial; null without one. */
  trialEnd: Date | null;
  createdAt: Date;
};

export type CheckoutOrder = {
  userId: string;
  playfabId: string;
  language: Language;
  /** The customer id of a returning payer; for a new one, `email` is filled in. */
  customerId: string | null;
  email: string | null;
  discount: { coupon: string } | { promotionCode: string } | null;
  /** The trial is for a first subscription only. */
  trialDays: number | null;
  successUrl: string;
  cancelUrl: string;
  /** The same key returns the same checkout. */
  idempotencyKey: string;
};

export type Checkout = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  /** null when it is no longer open. */
  url: string | null;
  /** Our `client_reference_id`. */
  userId: string | null;
  customerId: string | null;
};

/** A verified event, which only names the customer to reread. Its data may not be the newest, so it is not used. */
export type StripeEvent = {
  id: string;
  type: string;
  livemode: boolean;
  customerId: string | null;
  /** When it happened at Stripe. */
  createdAt: Date;
};

/** What became of the refund of a subscription: how many payments went back, and the code of a refusal. */
export type Refund = { payments: number; refused: string | null };

/**
 * Thrown when Stripe is unreachable, slow or overloaded, or refuses our key: retry later. It names the call, and
 * contains nothing that was sent.
 */
export class StripeUnavailable extends VendorError {
  override name = 'StripeUnavailable';
}
