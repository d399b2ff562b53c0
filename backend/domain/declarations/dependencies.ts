import type { FindSubscriptions } from '../billing/subscription.ts';
import type { Gateways, Infrastructure, PortalSettings } from '../dependencies.ts';
import type { Limits } from '../limits.ts';

export type DeclarationDependencies = Omit<Infrastructure, 'events'> &
  Pick<Gateways, 'stripe' | 'playfab'> &
  Pick<PortalSettings, 'leaving'> & {
    limits: Limits;
    subscriptionsOf: FindSubscriptions;
    /** Reads a user's subscriptions from Stripe again. */
    reread(userId: string): Promise<void>;
  };
