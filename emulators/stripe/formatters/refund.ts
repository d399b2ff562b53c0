import type { Catalog } from '../catalog.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import type { RefundRow } from '../store/refunds.ts';
import { unix } from './time.ts';

export const refundObject = ({ price }: Catalog, refund: RefundRow, invoice: InvoiceRow) => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  balance_transaction: null,
  charge: invoice.charge,
  created: unix(refund.created),
  currency: price.currency,
  customer: invoice.customer,
  customer_account: null,
  metadata: refund.metadata,
  payment_intent: refund.payment_intent,
  payment_method: invoice.payment_method,
  reason: refund.reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
});
