import type { Language } from '../../src/contracts/language.ts';
import type { Price, SubscriptionStatus } from '../../src/contracts/subscription.ts';

/** A subscription as Stripe has it now, in our words. Times are Dates. */
export type StripeSubscription = {
  id: string;
  customerId: string;
  /** From the metadata that we gave it; null for one that is not ours. */
  userId: string | null;
  /** From the same metadata: who it is when our own record is lost. */
  playfabId: string | null;
  /** The `PUBLIC_URL` that sold it: one Stripe account may serve several portals. */
  portal: string | null;
  /** null while its first payment is not settled: it is nobody's yet. */
  status: SubscriptionStatus | null;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  price: Price | null;
  createdAt: Date;
};

export type CheckoutOrder = {
  userId: string;
  playfabId: string;
  language: Language;
  /** A returning payer; else `email` is filled in for a new one. */
  customerId: string | null;
  email: string | null;
  discount: { coupon: string } | { promotionCode: string } | null;
  /** The trial is for the first time only. */
  trialDays: number | null;
  successUrl: string;
  cancelUrl: string;
  /** The same key gives the same checkout. */
  idempotencyKey: string;
};

export type Checkout = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  /** null once it is not open. */
  url: string | null;
  /** Our `client_reference_id`. */
  userId: string | null;
  customerId: string | null;
};

/** What a verified event says: only whom to read anew. Its own data is not trusted to be the newest. */
export type StripeEvent = { id: string; type: string; livemode: boolean; customerId: string | null };

/**
 * Stripe (https://docs.stripe.com/api, API version `2026-10-28.endive`), or its simulator. Every call has a deadline.
 * @throws StripeUnavailable when it is away, slow, overloaded or refuses our key.
 */
export type StripeGateway = {
  /** What is sold. `null` when Stripe does not know it, or when it is no recurring price with an amount. */
  price(): Promise<Price | null>;
  /** `null` when Stripe says no, as to a discount that is over or a customer who is gone: ask for less. */
  openCheckout(order: CheckoutOrder): Promise<Checkout | null>;
  /** `null` for an id that Stripe does not know. */
  checkout(id: string): Promise<Checkout | null>;
  /** Nobody can pay by it any more. One that is not open stays as it is. */
  expireCheckout(id: string): Promise<void>;
  /** @returns the page's address, or null when the customer is gone. */
  openBillingPortal(customerId: string, language: Language, returnUrl: string): Promise<string | null>;
  /** All of them, ended ones too; none for a customer who is gone. */
  subscriptionsOf(customerId: string): Promise<StripeSubscription[]>;
  /** Every subscription of the account, page by page, the newest first; with `after` those that follow that one. */
  allSubscriptions(after?: string): AsyncIterable<StripeSubscription>;
  /** Gives back what its newest invoice took, then ends it at once. Neither happens twice; ended already is no error. */
  cancelAndRefund(subscriptionId: string): Promise<void>;
  /** Ends its subscriptions and forgets the person. Gone already is no error. */
  deleteCustomer(customerId: string): Promise<void>;
  /** The id of an active promotion code that can still be used. */
  promotionCode(code: string): Promise<string | null>;
  /** Checks signature and age over the body as it came. `null` for a forgery, an old one or nonsense. */
  eventOf(rawBody: Buffer, signature: string): StripeEvent | null;
};

/** Stripe is away, slow, overloaded or does not know our key: try later. Says which call, and nothing that was in it. */
export class StripeUnavailable extends Error {
  override name = 'StripeUnavailable';
}
