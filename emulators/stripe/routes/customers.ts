import type { z } from 'zod';
import { endpoint, retrieval } from '../endpoint.ts';
import { resourceMissing } from '../errors.ts';
import { endSubscription } from '../lifecycle/change-subscription.ts';
import { listOf } from '../lists.ts';
import {
  type Customer,
  type CustomerFields,
  type DeletedCustomer,
  isDeleted,
  newCustomer,
} from '../objects/customer.ts';
import { emptyClears, mergedMetadata, metadata, nonEmptyText, pagination } from '../parameters.ts';
import { findCustomer, list, saveObject } from '../store.ts';
import type { UnitOfWork } from '../work.ts';

const path = '/v1/customers';
const fields = {
  email: emptyClears.optional(),
  name: emptyClears.optional(),
  description: emptyClears.optional(),
  metadata: metadata.optional(),
};

type Input = z.output<z.ZodObject<typeof fields>>;
const nothing: CustomerFields = { email: null, name: null, description: null, metadata: {} };

/** Returns the fields after a change. A parameter that is missing keeps its field. */
const changed = (old: CustomerFields, input: Input): CustomerFields => ({
  email: input.email === undefined ? old.email : input.email,
  name: input.name === undefined ? old.name : input.name,
  description: input.description === undefined ? old.description : input.description,
  metadata: mergedMetadata(old.metadata, input.metadata),
});

/**
 * Returns a customer who is not deleted.
 * @param param the name of the parameter with the id; without it, the id was in the path
 * @throws StripeError when the customer is unknown or deleted
 */
export const activeCustomer = async ({ trx }: UnitOfWork, id: string, param?: string): Promise<Customer> => {
  const customer = await findCustomer(trx, id);
  if (customer === undefined) throw resourceMissing('customer', id, param);
  return customer;
};

export const customers = [
  endpoint('POST', path, fields, async ({ trx, now, emit }, input) => {
    const customer = newCustomer(now, changed(nothing, input));
    await emit('customer.created', customer);
    return saveObject(trx, customer);
  }),

  endpoint('GET', path, { ...pagination, email: nonEmptyText.optional() }, async ({ trx }, { email, ...page }) => {
    const all = (await list(trx, 'customer')).map(({ object }) => object);
    const wanted = all.filter((customer) => !isDeleted(customer) && (email ?? customer.email) === customer.email);
    return listOf(path, wanted, page);
  }),

  retrieval(path, 'customer'),

  endpoint('POST', `${path}/:id`, fields, async (work, input, id) => {
    const before = await activeCustomer(work, id);
    const after = { ...before, ...changed(before, input) };
    await work.emit('customer.updated', after, before);
    return saveObject(work.trx, after);
  }),

  endpoint('DELETE', `${path}/:id`, {}, async (work, _input, id) => {
    const customer = await activeCustomer(work, id);
    for (const subscription of await list(work.trx, 'subscription', id)) {
      if (subscription.object.status !== 'canceled') {
        await endSubscription(work, subscription, 'cancellation_requested');
      }
    }
    await work.emit('customer.deleted', customer);
    return saveObject<DeletedCustomer>(work.trx, { id, object: 'customer', deleted: true });
  }),
];
