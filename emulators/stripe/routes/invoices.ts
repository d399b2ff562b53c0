import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { resourceMissing } from '../errors.ts';
import { invoicePaymentObject } from '../formatters/invoice.ts';
import { invoiceWire } from '../lifecycle/wire.ts';
import { listOf } from '../lists.ts';
import { pagination, nonEmptyText } from '../parameters.ts';
import { findInvoice, listInvoices } from '../store/invoices.ts';

const path = '/v1/invoices';
const status = z.enum(['open', 'paid']).optional();

export const invoices = [
  endpoint(
    'GET',
    path,
    { ...pagination, customer: nonEmptyText.optional(), subscription: nonEmptyText.optional(), status },
    async (work, { customer, subscription, status: has, ...page }) => {
      const rows = await listInvoices(work.trx, { customer, subscription, status: has });
      const list = listOf(path, rows, page);
      return { ...list, data: await Promise.all(list.data.map((row) => invoiceWire(work, row))) };
    },
  ),

  endpoint('GET', `${path}/:id`, {}, async (work, _input, id) => {
    const invoice = await findInvoice(work.trx, 'id', id);
    if (invoice === undefined) throw resourceMissing('invoice', id);
    return invoiceWire(work, invoice);
  }),

  endpoint(
    'GET',
    '/v1/invoice_payments',
    { ...pagination, invoice: nonEmptyText.optional(), status },
    async (work, { invoice, status: has, ...page }) => {
      const rows = await listInvoices(work.trx, { status: has });
      const wanted = rows.filter((row) => row.payment_intent !== null && (invoice ?? row.id) === row.id);
      return listOf(
        '/v1/invoice_payments',
        wanted.map((row) => invoicePaymentObject(work.catalog, row)),
        page,
      );
    },
  ),
];
