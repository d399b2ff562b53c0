import type { Database } from '../../db/database.ts';
import type { PlayfabGateway } from '../../gateways/playfab.ts';
import type { StripeGateway } from '../../gateways/stripe-gateway.ts';
import type { Clock } from '../clock.ts';
import type { SecurityEvents } from '../events.ts';
import type { Limits } from '../limits.ts';
import type { FindSubscriptions } from './known-subscription.ts';

export type BillingSettings = {
  /** The portal's origin: where Stripe's pages come back to, and the mark of what this portal sold. */
  publicUrl: string;
  /** Coupons that a person may name by their id; otherwise only promotion codes count. */
  couponIds: readonly string[];
  /** Whether this is real money: an event of the other kind is refused. */
  livemode: boolean;
  /** Milliseconds that a person waits at most, however many calls of Stripe's it takes: 12,000 unless given. */
  patience?: number;
};

export type BillingDependencies = BillingSettings & {
  database: Database;
  clock: Clock;
  stripe: StripeGateway;
  playfab: PlayfabGateway;
  limits: Limits;
  events: SecurityEvents;
  /** Everywhere that a subscription can come from. */
  subscriptionsOf: FindSubscriptions;
  /** Told when a job was promised. */
  wake(): void;
};
