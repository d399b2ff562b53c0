import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { InvoicesTable, StripeTables } from '../schema.ts';

export type InvoiceRow = Selectable<InvoicesTable>;
type Trx = Kysely<StripeTables>;

export const addInvoice = (trx: Trx, invoice: Insertable<InvoicesTable>): Promise<InvoiceRow> =>
  trx.insertInto('stripe_simulator.invoices').values(invoice).returningAll().executeTakeFirstOrThrow();

export const updateInvoice = (trx: Trx, id: string, change: Updateable<InvoicesTable>): Promise<InvoiceRow> =>
  trx
    .updateTable('stripe_simulator.invoices')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const findInvoice = (
  trx: Trx,
  column: 'id' | 'payment_intent' | 'charge',
  value: string,
): Promise<InvoiceRow | undefined> =>
  trx.selectFrom('stripe_simulator.invoices').selectAll().where(column, '=', value).executeTakeFirst();

export type InvoiceFilter = {
  customer?: string | undefined;
  subscription?: string | undefined;
  status?: 'open' | 'paid' | undefined;
};

/** Returns the newest invoices first. */
export const listInvoices = (trx: Trx, { customer, subscription, status }: InvoiceFilter): Promise<InvoiceRow[]> => {
  let query = trx.selectFrom('stripe_simulator.invoices').selectAll();
  if (customer !== undefined) query = query.where('customer', '=', customer);
  if (subscription !== undefined) query = query.where('subscription', '=', subscription);
  if (status !== undefined) query = query.where('status', '=', status);
  return query.orderBy('seq', 'desc').execute();
};
