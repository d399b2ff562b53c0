import { newId } from '../ids.ts';
import type { StoredInvoice } from './invoice.ts';
import { unix } from '../time.ts';

type Order = { created: Date; amount: number; reason: string | null; metadata: Record<string, string> };

export const newRefund = ({ object: invoice, hidden: payment }: StoredInvoice, { created, ...order }: Order) => ({
  ...order,
  id: newId('re'),
  object: 'refund' as const,
  balance_transaction: null,
  charge: payment.charge,
  created: unix(created),
  currency: invoice.currency,
  customer: invoice.customer,
  customer_account: null,
  payment_intent: payment.payment_intent,
  payment_method: payment.payment_method,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
});
export type Refund = ReturnType<typeof newRefund>;
