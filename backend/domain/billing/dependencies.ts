import type { Gateways, Infrastructure, PortalSettings } from '../dependencies.ts';
import type { Limits } from '../limits.ts';
import type { FindSubscriptions } from './known-subscription.ts';

export type BillingDependencies = Infrastructure &
  Pick<Gateways, 'stripe' | 'playfab'> &
  Omit<PortalSettings, 'titleId'> & {
    limits: Limits;
    /** Returns the subscriptions of every source. */
    subscriptionsOf: FindSubscriptions;
  };
