import { endpoint } from '../endpoint.ts';
import { resourceMissing } from '../errors.ts';
import { listOf } from '../lists.ts';
import { newPortalSession, portalConfigurationId, portalConfigurationObject } from '../objects/billing-portal.ts';
import { booleanText, locale, nonEmptyText, pagination } from '../parameters.ts';
import { saveObject } from '../store.ts';
import { activeCustomer } from './customers.ts';

const path = '/v1/billing_portal';
const session = {
  customer: nonEmptyText,
  configuration: nonEmptyText.optional(),
  locale: locale.optional(),
  return_url: nonEmptyText.refine((url) => URL.canParse(url)).optional(),
};

export const billingPortal = [
  endpoint('POST', `${path}/sessions`, session, async (work, { configuration, ...order }) => {
    await activeCustomer(work, order.customer, 'customer');
    if (configuration !== undefined && configuration !== portalConfigurationId) {
      throw resourceMissing('configuration', configuration, 'configuration');
    }
    return saveObject(work.trx, newPortalSession(work, order));
  }),

  endpoint(
    'GET',
    `${path}/configurations`,
    { ...pagination, active: booleanText.optional(), is_default: booleanText.optional() },
    async ({ catalog }, { active, is_default: isDefault, ...page }) => {
      const all = active === false || isDefault === false ? [] : [portalConfigurationObject(catalog)];
      return listOf(`${path}/configurations`, all, page);
    },
  ),
];
