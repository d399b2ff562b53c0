import { z } from 'zod';
import { endpoint, listObject, retrieval } from './api.ts';
import { newInvoiceItem, paymentsOf, subscriptionIdOf } from './invoice-objects.ts';
import { changeInvoice, chargedAfter, invoiceIn, refund, refundsOf } from './invoices.ts';
import { voidInvoice } from './lifecycle.ts';
import { mergeMetadata } from './objects.ts';
import { previewOf } from './subscriptions.ts';
import { booleanText, metadata as changedMetadata, nonEmptyText, pagination, StripeError } from './parameters.ts';
import { activeCustomer, get, list, remove, save } from './store.ts';

const invoices = '/v1/invoices';
const items = '/v1/invoiceitems';
const refunds = '/v1/refunds';

/** The calls about invoices, what is charged with them, and refunds. */
export const invoiceEndpoints = [
  endpoint(
    'GET',
    invoices,
    {
      ...pagination,
      customer: nonEmptyText.optional(),
      subscription: nonEmptyText.optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
    },
    async ({ trx }, { customer, subscription, status, ...page }) => {
      if (customer !== undefined) await get(trx, 'customer', customer, 'customer');
      if (subscription !== undefined) await get(trx, 'subscription', subscription, 'subscription');
      const all = (await list(trx, 'invoice', customer))
        .filter((invoice) => subscription === undefined || subscriptionIdOf(invoice) === subscription)
        .filter((invoice) => status === undefined || invoice.status === status);
      return listObject(invoices, all, page);
    },
  ),

  retrieval(invoices, 'invoice'),
  retrieval(refunds, 'refund'),

  endpoint('POST', `${invoices}/create_preview`, { subscription: nonEmptyText }, async (work, { subscription: id }) =>
    previewOf(work, await get(work.trx, 'subscription', id)),
  ),

  // https://docs.stripe.com/invoicing/integration/automatic-advancement-collection
  endpoint(
    'POST',
    `${invoices}/:id`,
    { auto_advance: booleanText.optional(), metadata: changedMetadata.optional() },
    async (work, { auto_advance, metadata }, id) => {
      const before = await invoiceIn(work, id, 'draft', 'open');
      const invoice = { ...before, metadata: mergeMetadata(before.metadata, metadata) };
      if (auto_advance === undefined) return save(work.trx, invoice);
      return changeInvoice(work, invoice, {}, auto_advance ? chargedAfter(work.now) : null);
    },
  ),

  endpoint('POST', `${invoices}/:id/finalize`, { auto_advance: booleanText.optional() }, async (work, input, id) => {
    const invoice = await invoiceIn(work, id, 'draft');
    const isPaid = invoice.total === 0;
    const isCharged = !isPaid && (input.auto_advance ?? invoice.auto_advance);
    const status = isPaid ? 'paid' : 'open';
    const finalized = await changeInvoice(work, invoice, { status }, isCharged ? work.now : null);
    if (isPaid) await work.emit('invoice.paid', finalized);
    return finalized;
  }),

  // A draft and a paid one are refused (https://docs.stripe.com/api/invoices/void).
  endpoint('POST', `${invoices}/:id/void`, {}, async (work, _input, id) =>
    voidInvoice(work, await invoiceIn(work, id, 'open', 'uncollectible')),
  ),

  endpoint(
    'GET',
    items,
    { ...pagination, customer: nonEmptyText, pending: booleanText.optional() },
    async ({ trx }, { customer, pending, ...page }) => {
      await get(trx, 'customer', customer, 'customer');
      const all = await list(trx, 'invoiceitem', customer);
      const found = all.filter(({ invoice }) => pending === undefined || pending === (invoice === null));
      return listObject(items, found, page);
    },
  ),

  endpoint(
    'POST',
    items,
    {
      customer: nonEmptyText,
      subscription: nonEmptyText.optional(),
      amount: z
        .string()
        .regex(/^-?\d{1,8}$/)
        .transform(Number),
      currency: z.literal('usd'),
    },
    async ({ trx }, { currency: _currency, ...item }) => {
      await activeCustomer(trx, item.customer, 'customer');
      return save(trx, newInvoiceItem(item));
    },
  ),

  // Only an item that is on no invoice yet, or on a draft (https://docs.stripe.com/api/invoiceitems/delete).
  endpoint('DELETE', `${items}/:id`, {}, async (work, _input, id) => {
    const { invoice } = await get(work.trx, 'invoiceitem', id);
    if (invoice !== null) {
      throw new StripeError(400, 'This invoice item is on an invoice.', { code: 'invoice_not_editable' });
    }
    await remove(work.trx, id);
    return { id, object: 'invoiceitem', deleted: true };
  }),

  endpoint(
    'GET',
    '/v1/invoice_payments',
    { ...pagination, invoice: nonEmptyText, status: z.literal('paid') },
    async ({ trx }, { invoice, status, ...page }) => {
      const payments = paymentsOf(await get(trx, 'invoice', invoice)).filter((payment) => payment.status === status);
      return listObject('/v1/invoice_payments', payments, page);
    },
  ),

  endpoint('POST', refunds, { payment_intent: nonEmptyText }, async (work, { payment_intent: intent }) =>
    refund(work, intent),
  ),

  endpoint('GET', refunds, { ...pagination, payment_intent: nonEmptyText }, async (work, { payment_intent, ...page }) =>
    listObject(refunds, await refundsOf(work, payment_intent), page),
  ),

  // No payment is disputed here.
  endpoint('GET', '/v1/disputes', { ...pagination, payment_intent: nonEmptyText }, async (_work, page) =>
    listObject('/v1/disputes', [], page),
  ),
];
