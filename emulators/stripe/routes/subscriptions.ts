import { z } from 'zod';
import { endpoint, retrieval } from '../api.ts';
import { invalid, resourceMissing, StripeError, booleanText, nonEmptyText, pagination } from '../parameters.ts';
import { cancelAtPeriodEnd, endSubscription } from '../lifecycle/change-subscription.ts';
import { listOf } from '../expand.ts';
import type { DeletedCustomer } from '../objects/purchase.ts';
import { paymentsOf, type StoredInvoice, subscriptionIdOf, newRefund } from '../objects/subscription.ts';
import { activeCustomer, find, get, list, save, saveObject } from '../store.ts';
import type { UnitOfWork } from '../work.ts';

const path = '/v1/subscriptions';
const invoiceStatus = z.enum(['open', 'paid']).optional();

const paidInvoice = async ({ trx }: UnitOfWork, intent: string): Promise<StoredInvoice> => {
  const invoice = (await list(trx, 'invoice')).find(({ hidden: payment }) => payment.payment_intent === intent);
  if (invoice === undefined) throw resourceMissing('payment_intent', intent, 'payment_intent');
  if (invoice.object.status !== 'paid') {
    throw new StripeError(400, 'This PaymentIntent does not have a successful charge to refund.', {
      code: 'payment_intent_unexpected_state',
    });
  }
  return invoice;
};

/** What follows a purchase: subscriptions, their invoices, payments and refunds, and the deletion of a customer. */
export const subscriptionEndpoints = [
  endpoint(
    'GET',
    path,
    { ...pagination, customer: nonEmptyText.optional(), status: z.literal('all').optional() },
    async ({ trx }, { customer, status, ...page }) => {
      if (customer !== undefined && (await find(trx, 'customer', customer)) === undefined) {
        throw resourceMissing('customer', customer, 'customer');
      }
      const all = (await list(trx, 'subscription', customer)).map(({ object }) => object);
      // Without a status, the list leaves out ended subscriptions.
      return listOf(path, status === 'all' ? all : all.filter((one) => one.status !== 'canceled'), page);
    },
  ),

  retrieval(path, 'subscription'),

  endpoint('POST', `${path}/:id`, { cancel_at_period_end: booleanText }, async (work, input, id) => {
    const subscription = await get(work.trx, 'subscription', id);
    const { cancel_at_period_end: cancel } = input;
    if (subscription.object.status === 'canceled') {
      throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
    }
    if (cancel === subscription.object.cancel_at_period_end) return subscription.object;
    return (await cancelAtPeriodEnd(work, subscription, cancel)).object;
  }),

  endpoint('DELETE', `${path}/:id`, {}, async (work, _input, id) => {
    const subscription = await get(work.trx, 'subscription', id);
    if (subscription.object.status === 'canceled') throw resourceMissing('subscription', id);
    return (await endSubscription(work, subscription)).object;
  }),

  endpoint(
    'GET',
    '/v1/invoices',
    {
      ...pagination,
      customer: nonEmptyText.optional(),
      subscription: nonEmptyText.optional(),
      status: invoiceStatus,
    },
    async ({ trx }, { customer, subscription, status, ...page }) => {
      const all = (await list(trx, 'invoice', customer)).map(({ object }) => object);
      const wanted = all.filter(
        (invoice) =>
          (subscription === undefined || subscription === subscriptionIdOf(invoice)) &&
          (status ?? invoice.status) === invoice.status,
      );
      return listOf('/v1/invoices', wanted, page);
    },
  ),

  endpoint(
    'GET',
    '/v1/invoice_payments',
    { ...pagination, invoice: nonEmptyText, status: invoiceStatus },
    async ({ trx }, { invoice, status, ...page }) => {
      const all = (await list(trx, 'invoice')).flatMap(paymentsOf);
      const wanted = all.filter(
        (payment) => payment.invoice === invoice && (status ?? payment.status) === payment.status,
      );
      return listOf('/v1/invoice_payments', wanted, page);
    },
  ),

  endpoint('POST', '/v1/refunds', { payment_intent: nonEmptyText }, async (work, { payment_intent: intent }) => {
    const invoice = await paidInvoice(work, intent);
    const { hidden: payment } = invoice;
    if (payment.isRefunded) {
      throw new StripeError(400, `The payment ${intent} has already been refunded.`, {
        code: 'charge_already_refunded',
      });
    }
    await save(work.trx, { ...invoice, hidden: { ...payment, isRefunded: true } });
    const refund = newRefund(invoice, work.now);
    await work.emit('refund.created', refund);
    return saveObject(work.trx, refund);
  }),

  endpoint(
    'GET',
    '/v1/refunds',
    { ...pagination, payment_intent: nonEmptyText },
    async ({ trx }, { payment_intent: intent, ...page }) => {
      const all = (await list(trx, 'refund')).map(({ object }) => object);
      const wanted = all.filter((refund) => refund.payment_intent === intent);
      return listOf('/v1/refunds', wanted, page);
    },
  ),

  retrieval('/v1/customers', 'customer'),

  endpoint('DELETE', '/v1/customers/:id', {}, async (work, _input, id) => {
    const customer = await activeCustomer(work.trx, id);
    for (const subscription of await list(work.trx, 'subscription', id)) {
      if (subscription.object.status !== 'canceled') {
        await endSubscription(work, subscription);
      }
    }
    await work.emit('customer.deleted', customer);
    return saveObject<DeletedCustomer>(work.trx, { id, object: 'customer', deleted: true });
  }),
];
