import { endpoint } from '../endpoint.ts';
import { resourceMissing } from '../errors.ts';
import { customerObject, deletedCustomerObject } from '../formatters/customer.ts';
import { endSubscription, previousAttributes } from '../lifecycle/change-subscription.ts';
import { listOf } from '../lists.ts';
import { emptyClears, mergedMetadata, metadata, pagination, nonEmptyText } from '../parameters.ts';
import { addCustomer, type CustomerRow, findCustomer, listCustomers, updateCustomer } from '../store/customers.ts';
import { listSubscriptions } from '../store/subscriptions.ts';
import type { UnitOfWork } from '../work.ts';

const path = '/v1/customers';
const fields = {
  email: emptyClears.optional(),
  name: emptyClears.optional(),
  description: emptyClears.optional(),
  metadata: metadata.optional(),
};

/**
 * Returns a customer who is not deleted.
 * @param param the name of the parameter with the id; without it, the id was in the path
 * @throws StripeError when the customer is unknown or deleted
 */
export const activeCustomer = async (work: UnitOfWork, id: string, param?: string): Promise<CustomerRow> => {
  const customer = await findCustomer(work.trx, id);
  if (customer === undefined || customer.deleted) throw resourceMissing('customer', id, param);
  return customer;
};

export const customers = [
  endpoint('POST', path, fields, async (work, input) => {
    const customer = await addCustomer(work.trx, {
      created: work.now,
      email: input.email ?? null,
      name: input.name ?? null,
      description: input.description ?? null,
      metadata: mergedMetadata({}, input.metadata),
    });
    await work.emit('customer.created', customerObject(customer));
    return customerObject(customer);
  }),

  endpoint('GET', path, { ...pagination, email: nonEmptyText.optional() }, async ({ trx }, { email, ...page }) =>
    listOf(path, (await listCustomers(trx, email)).map(customerObject), page),
  ),

  endpoint('GET', `${path}/:id`, {}, async ({ trx }, _input, id) => {
    const customer = await findCustomer(trx, id);
    if (customer === undefined) throw resourceMissing('customer', id);
    return customer.deleted ? deletedCustomerObject(customer) : customerObject(customer);
  }),

  endpoint('POST', `${path}/:id`, fields, async (work, input, id) => {
    const before = await activeCustomer(work, id);
    const after = await updateCustomer(work.trx, id, {
      email: input.email === undefined ? before.email : input.email,
      name: input.name === undefined ? before.name : input.name,
      description: input.description === undefined ? before.description : input.description,
      metadata: JSON.stringify(mergedMetadata(before.metadata, input.metadata)),
    });
    const [old, current] = [customerObject(before), customerObject(after)];
    await work.emit('customer.updated', current, previousAttributes(old, current));
    return current;
  }),

  endpoint('DELETE', `${path}/:id`, {}, async (work, _input, id) => {
    const customer = await activeCustomer(work, id);
    for (const subscription of await listSubscriptions(work.trx, id)) {
      if (subscription.status !== 'canceled') await endSubscription(work, subscription, 'cancellation_requested');
    }
    await updateCustomer(work.trx, id, { deleted: true, email: null, name: null });
    await work.emit('customer.deleted', customerObject(customer));
    return deletedCustomerObject(customer);
  }),
];
