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
    livemode: false,
    locale: order.locale ?? null,
    return_url: order.return_url ?? null,
    url: `${publicUrl}/p/session/${id}`,
  };
};
export type PortalSession = ReturnType<typeof newPortalSession>;
