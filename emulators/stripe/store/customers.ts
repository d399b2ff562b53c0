import type { Kysely, Selectable, Updateable } from 'kysely';
import type { CustomersTable, Metadata, PaymentMethodsTable, StripeTables } from '../schema.ts';
import { newId } from '../ids.ts';

export type CustomerRow = Selectable<CustomersTable>;
export type CardRow = Selectable<PaymentMethodsTable>;
type Trx = Kysely<StripeTables>;

export type NewCustomer = {
  created: Date;
  email: string | null;
  name: string | null;
  description: string | null;
  metadata: Metadata;
};

export const addCustomer = (trx: Trx, customer: NewCustomer): Promise<CustomerRow> =>
  trx
    .insertInto('stripe_simulator.customers')
    .values({
      ...customer,
      id: newId('cus'),
      metadata: JSON.stringify(customer.metadata),
      default_payment_method: null,
      deleted: false,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Returns a customer, even a deleted one. */
export const findCustomer = (trx: Trx, id: string): Promise<CustomerRow | undefined> =>
  trx.selectFrom('stripe_simulator.customers').selectAll().where('id', '=', id).executeTakeFirst();

export const listCustomers = (trx: Trx, email: string | undefined): Promise<CustomerRow[]> => {
  const living = trx.selectFrom('stripe_simulator.customers').selectAll().where('deleted', '=', false);
  return (email === undefined ? living : living.where('email', '=', email)).orderBy('seq', 'desc').execute();
};

export const updateCustomer = (trx: Trx, id: string, change: Updateable<CustomersTable>): Promise<CustomerRow> =>
  trx
    .updateTable('stripe_simulator.customers')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const addCard = (trx: Trx, card: Omit<CardRow, 'id'>): Promise<CardRow> =>
  trx
    .insertInto('stripe_simulator.payment_methods')
    .values({ ...card, id: newId('pm') })
    .returningAll()
    .executeTakeFirstOrThrow();

export const findCard = async (trx: Trx, id: string | null): Promise<CardRow | undefined> =>
  id === null
    ? undefined
    : trx.selectFrom('stripe_simulator.payment_methods').selectAll().where('id', '=', id).executeTakeFirst();
