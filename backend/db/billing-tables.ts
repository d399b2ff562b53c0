import type { Language } from '../../src/contracts/language.ts';
import type { PriceInterval, SubscriptionStatus } from '../../src/contracts/subscription.ts';

/** The tables of payments: a copy of what was read from Stripe. */
export type BillingTables = {
  stripe_customers: { id: string; user_id: string; applied_read: number };
  stripe_subscriptions: {
    id: string;
    customer_id: string;
    status: SubscriptionStatus;
    current_period_end: Date | null;
    cancel_at_period_end: boolean;
    price_amount: number | null;
    price_currency: string | null;
    price_interval: PriceInterval | null;
    price_interval_count: number | null;
    discount_amount: number | null;
    discount_end: Date | null;
    /** Null without a trial. */
    trial_end: Date | null;
    created_at: Date;
  };
  checkouts: {
    user_id: string;
    attempt: string;
    language: Language;
    coupon: string | null;
    started_at: Date;
    session_id: string | null;
  };
};
