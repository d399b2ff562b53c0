import type { Catalog } from '../catalog.ts';
import { newPageId } from '../ids.ts';
import type { Context } from '../stored.ts';
import { unix } from '../time.ts';

export const portalConfigurationId = 'bpc_simulator';

type Order = { customer: string; locale?: string | undefined; return_url?: string | undefined };

export const newPortalSession = ({ now, publicUrl }: Context, order: Order) => {
  const id = newPageId('bps');
  return {
    id,
    object: 'billing_portal.session' as const,
    configuration: portalConfigurationId,
    created: unix(now),
    customer: order.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: order.locale ?? null,
    on_behalf_of: null,
    return_url: order.return_url ?? null,
    url: `${publicUrl}/p/session/${id}`,
  };
};
export type PortalSession = ReturnType<typeof newPortalSession>;

/** Returns the configuration of the billing portal, with the features of the simulator's page. */
export const portalConfigurationObject = ({ created }: Catalog) => ({
  id: portalConfigurationId,
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  created: created,
  default_return_url: null,
  features: {
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: true,
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: false,
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'continue_trial',
    },
  },
  is_default: true,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: {},
  name: null,
  updated: created,
});
