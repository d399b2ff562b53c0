import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { resourceMissing } from '../errors.ts';
import { portalConfigurationId, portalConfigurationObject, portalSessionObject } from '../formatters/billing-portal.ts';
import { newPageId } from '../ids.ts';
import { daysAfter } from '../lifecycle/periods.ts';
import { listOf } from '../lists.ts';
import { booleanText, pagination, nonEmptyText } from '../parameters.ts';
import { addPortalSession } from '../store/portal-sessions.ts';
import { activeCustomer } from './customers.ts';

const path = '/v1/billing_portal';
const session = {
  customer: nonEmptyText,
  configuration: nonEmptyText.optional(),
  locale: z
    .string()
    .regex(/^(auto|[a-z]{2,3}(-([A-Z]{2}|419))?)$/)
    .optional(),
  return_url: nonEmptyText.refine((url) => URL.canParse(url)).optional(),
};

export const billingPortal = [
  endpoint('POST', `${path}/sessions`, session, async (work, input) => {
    await activeCustomer(work, input.customer, 'customer');
    const { configuration } = input;
    if (configuration !== undefined && configuration !== portalConfigurationId) {
      throw resourceMissing('configuration', configuration, 'configuration');
    }
    const row = await addPortalSession(work.trx, {
      id: newPageId('bps'),
      created: work.now,
      expires_at: daysAfter(work.now, 1),
      customer: input.customer,
      return_url: input.return_url ?? null,
      locale: input.locale ?? null,
    });
    return portalSessionObject(row, `${work.publicUrl}/p/session/${row.id}`);
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
