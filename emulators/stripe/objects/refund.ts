import { newId } from '../ids.ts';
import type { StoredInvoice } from './invoice.ts';
import { unix } from '../time.ts';

type Order = { created: Date; amount: number };

export const newRefund = ({ object: invoice, hidden: payment }: StoredInvoice, { created, ...order }: Order) => ({
  ...order,
  id: newId('re'),
  object: 'refund' as const,
  charge: payment.charge,
  created: unix(created),
  currency: invoice.currency,
  customer: invoice.customer,
  payment_intent: payment.payment_intent,
  payment_method: payment.payment_method,
  status: 'succeeded',
});
export type Refund = ReturnType<typeof newRefund>;
