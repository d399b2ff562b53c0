import type { Store, SubscriptionStatus } from '../../src/contracts/subscription.ts';

/** The stores whose purchases RevenueCat reports; Stripe's purchases are read from Stripe. */
export type AppStore = Exclude<Store, 'stripe'>;

/** The tables of the app stores' subscriptions. */
export type StoreTables = {
  store_subscriptions: {
    store: AppStore;
    subscription: string;
    app_user_ids: string[];
    status: Exclude<SubscriptionStatus, 'unpaid'>;
    period_end: Date;
    member_until: Date;
    renews: boolean;
    told_at: Date;
  };
  store_transfers: {
    event_id: string;
    store: AppStore | null;
    from_ids: string[];
    to_ids: string[];
    told_at: Date;
  };
};
