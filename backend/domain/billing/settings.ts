import type { Database } from '../../db/database.ts';
import type { PlayfabGateway } from '../../gateways/playfab.ts';
import type { StripeGateway } from '../../gateways/stripe-gateway.ts';
import type { Clock } from '../clock.ts';
import type { SecurityEvents } from '../events.ts';
import type { Limits } from '../limits.ts';
import type { FindSubscriptions } from './known-subscription.ts';

export type BillingSettings = {
  /** The portal's origin: Stripe's pages return to it, and it marks the subscriptions that this portal sold. */
  publicUrl: string;
  /** Coupons that a person may enter by their id; otherwise only promotion codes are accepted. */
  couponIds: readonly string[];
  /** Whether Stripe runs in live mode: an event of the other mode is refused. */
  livemode: boolean;
  /** Milliseconds that a person waits at most, for all calls to Stripe together. The default is 12,000. */
  timeout?: number;
};

export type BillingDependencies = BillingSettings & {
  database: Database;
  clock: Clock;
  stripe: StripeGateway;
  playfab: PlayfabGateway;
  limits: Limits;
  events: SecurityEvents;
  /** Returns the subscriptions of every source. */
  subscriptionsOf: FindSubscriptions;
  /** Called when a job was added. */
  wake(): void;
};
