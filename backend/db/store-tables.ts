import type { Store, SubscriptionStatus } from '../../src/contracts/subscription.ts';

/** The tables of the app stores' subscriptions. */
export type StoreTables = {
  store_subscribers: { app_user_id: string; applied_read: number; ends_at: Date };
  store_subscriptions: {
    app_user_id: string;
    product: string;
    /** Stripe's subscriptions have tables of their own. */
    store: Exclude<Store, 'stripe'>;
    status: Exclude<SubscriptionStatus, 'unpaid'>;
    period_end: Date;
    member_until: Date;
    renews: boolean;
  };
};
