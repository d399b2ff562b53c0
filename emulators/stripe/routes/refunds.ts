import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { resourceMissing, StripeError } from '../errors.ts';
import { refundObject } from '../formatters/refund.ts';
import { listOf } from '../lists.ts';
import { count, mergedMetadata, metadata, pagination, nonEmptyText } from '../parameters.ts';
import { findInvoice, type InvoiceRow, updateInvoice } from '../store/invoices.ts';
import { addRefund, findRefund, listRefunds, type RefundRow } from '../store/refunds.ts';
import type { UnitOfWork } from '../work.ts';

const path = '/v1/refunds';
const creation = {
  payment_intent: nonEmptyText.optional(),
  charge: nonEmptyText.optional(),
  amount: count.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
};
type Creation = z.output<z.ZodObject<typeof creation>>;

const paidInvoice = async (work: UnitOfWork, { payment_intent: intent, charge }: Creation): Promise<InvoiceRow> => {
  if ((intent === undefined) === (charge === undefined)) {
    throw new StripeError(
      400,
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  if (charge !== undefined) {
    const invoice = await findInvoice(work.trx, 'charge', charge);
    if (invoice === undefined) throw resourceMissing('charge', charge, 'charge');
    return invoice;
  }
  const invoice = await findInvoice(work.trx, 'payment_intent', intent ?? '');
  if (invoice === undefined) throw resourceMissing('payment_intent', intent ?? '', 'payment_intent');
  if (invoice.status !== 'paid') {
    throw new StripeError(400, 'This PaymentIntent does not have a successful charge to refund.', {
      code: 'payment_intent_unexpected_state',
    });
  }
  return invoice;
};

const wire = async (work: UnitOfWork, refund: RefundRow) => {
  const invoice = await findInvoice(work.trx, 'payment_intent', refund.payment_intent);
  if (invoice === undefined) throw resourceMissing('payment_intent', refund.payment_intent);
  return refundObject(work.catalog, refund, invoice);
};

export const refunds = [
  endpoint('POST', path, creation, async (work, input) => {
    const invoice = await paidInvoice(work, input);
    const left = invoice.total - invoice.refunded;
    if (left === 0) {
      throw new StripeError(400, `Charge ${invoice.charge} has already been refunded.`, {
        code: 'charge_already_refunded',
      });
    }
    const amount = input.amount ?? left;
    if (amount < 1 || amount > left) {
      throw new StripeError(400, 'Refund amount is greater than unrefunded amount on charge.', { param: 'amount' });
    }
    await updateInvoice(work.trx, invoice.id, { refunded: invoice.refunded + amount });
    const refund = await addRefund(work.trx, {
      created: work.now,
      payment_intent: invoice.payment_intent ?? '',
      amount,
      reason: input.reason ?? null,
      metadata: mergedMetadata({}, input.metadata),
    });
    const answer = await wire(work, refund);
    await work.emit('refund.created', answer);
    return answer;
  }),

  endpoint('GET', `${path}/:id`, {}, async (work, _input, id) => {
    const refund = await findRefund(work.trx, id);
    if (refund === undefined) throw resourceMissing('refund', id);
    return wire(work, refund);
  }),

  endpoint(
    'GET',
    path,
    { ...pagination, payment_intent: nonEmptyText.optional() },
    async (work, { payment_intent: intent, ...page }) => {
      const rows = await listRefunds(work.trx, intent);
      const list = listOf(path, rows, page);
      return { ...list, data: await Promise.all(list.data.map((row) => wire(work, row))) };
    },
  ),
];
