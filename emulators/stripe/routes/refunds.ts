import type { StoredInvoice } from '../objects/invoice.ts';
import { z } from 'zod';
import { endpoint, retrieval } from '../endpoint.ts';
import { resourceMissing, StripeError } from '../errors.ts';
import { listOf } from '../lists.ts';
import { newRefund } from '../objects/refund.ts';
import { count, mergedMetadata, metadata, pagination, nonEmptyText } from '../parameters.ts';
import { list, save, saveObject } from '../store.ts';
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

const paidInvoice = async (
  { trx }: UnitOfWork,
  { payment_intent: intent, charge }: Creation,
): Promise<StoredInvoice> => {
  if ((intent === undefined) === (charge === undefined)) {
    throw new StripeError(
      400,
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const param = charge === undefined ? 'payment_intent' : 'charge';
  const id = charge ?? intent ?? '';
  const invoice = (await list(trx, 'invoice')).find(({ hidden: payment }) => payment[param] === id);
  if (invoice === undefined) throw resourceMissing(param, id, param);
  if (invoice.object.status !== 'paid') {
    throw new StripeError(400, 'This PaymentIntent does not have a successful charge to refund.', {
      code: 'payment_intent_unexpected_state',
    });
  }
  return invoice;
};

export const refunds = [
  endpoint('POST', path, creation, async (work, input) => {
    const invoice = await paidInvoice(work, input);
    const { object, hidden: payment } = invoice;
    const left = object.total - payment.refunded;
    if (left === 0) {
      throw new StripeError(400, `Charge ${payment.charge} has already been refunded.`, {
        code: 'charge_already_refunded',
      });
    }
    const amount = input.amount ?? left;
    if (amount < 1 || amount > left) {
      throw new StripeError(400, 'Refund amount is greater than unrefunded amount on charge.', { param: 'amount' });
    }
    await save(work.trx, { ...invoice, hidden: { ...payment, refunded: payment.refunded + amount } });
    const reason = input.reason ?? null;
    const refund = newRefund(invoice, {
      created: work.now,
      amount,
      reason,
      metadata: mergedMetadata({}, input.metadata),
    });
    await work.emit('refund.created', refund);
    return saveObject(work.trx, refund);
  }),

  retrieval(path, 'refund'),

  endpoint(
    'GET',
    path,
    { ...pagination, payment_intent: nonEmptyText.optional() },
    async ({ trx }, { payment_intent: intent, ...page }) => {
      const all = (await list(trx, 'refund')).map(({ object }) => object);
      const wanted = all.filter((refund) => (intent ?? refund.payment_intent) === refund.payment_intent);
      return listOf(path, wanted, page);
    },
  ),
];
