import { z } from 'zod';
import { endpoint, retrieval } from '../endpoint.ts';
import { listOf } from '../lists.ts';
import { paymentsOf, subscriptionIdOf } from '../objects/invoice.ts';
import { nonEmptyText, pagination } from '../parameters.ts';
import { list } from '../store.ts';

const path = '/v1/invoices';
const status = z.enum(['open', 'paid']).optional();

export const invoices = [
  endpoint(
    'GET',
    path,
    { ...pagination, customer: nonEmptyText.optional(), subscription: nonEmptyText.optional(), status },
    async ({ trx }, { customer, subscription, status: has, ...page }) => {
      const all = (await list(trx, 'invoice', customer)).map(({ object }) => object);
      const wanted = all.filter(
        (invoice) =>
          (subscription === undefined || subscription === subscriptionIdOf(invoice)) &&
          (has ?? invoice.status) === invoice.status,
      );
      return listOf(path, wanted, page);
    },
  ),

  retrieval(path, 'invoice'),

  endpoint(
    'GET',
    '/v1/invoice_payments',
    { ...pagination, invoice: nonEmptyText.optional(), status },
    async ({ trx }, { invoice, status: has, ...page }) => {
      const all = (await list(trx, 'invoice')).flatMap(paymentsOf);
      const wanted = all.filter(
        (payment) => (invoice ?? payment.invoice) === payment.invoice && (has ?? payment.status) === payment.status,
      );
      return listOf('/v1/invoice_payments', wanted, page);
    },
  ),
];
