import {
  type TestCard,
  newCard,
  type StoredSession,
  type Customer,
  newCustomer,
  newDiscount,
} from '../objects/purchase.ts';
import { couponOf } from '../catalog.ts';
import { newSubscription } from '../objects/subscription.ts';
import { findCustomer, save, saveObject } from '../store.ts';
import type { UnitOfWork } from '../work.ts';
import { invoicePeriod, payInvoice } from './change-subscription.ts';
import { daysAfter, periodEndAfter } from './amounts.ts';

export type PaymentDetails = { email: string; card: TestCard };

/** Stripe announces the end of a trial this number of days in advance. */
const notice = 3;

const customerOf = async (work: UnitOfWork, id: string | null, { email }: PaymentDetails): Promise<Customer> => {
  const known = await findCustomer(work.trx, id);
  if (known !== undefined) return known;
  const customer = newCustomer(work.now, email);
  await work.emit('customer.created', customer);
  return saveObject(work.trx, customer);
};

/**
 * Completes a checkout: creates customer, card, subscription and first invoice, and closes the session.
 * @returns false when the card is declined. Then nothing has changed.
 */
export const completeCheckout = async (
  work: UnitOfWork,
  { object: session, hidden: order }: StoredSession,
  payer: PaymentDetails,
): Promise<boolean> => {
  const { trx, now } = work;
  const { behaviour } = payer.card;
  if (behaviour === 'declined' || (behaviour === 'fails' && session.amount_total > 0)) return false;

  const customer = await customerOf(work, session.customer, payer);
  // Like Stripe's checkout, make the card the default of the subscription and not of the customer.
  const card = newCard(customer.id, { ...payer.card, behaviour });
  await saveObject(trx, card);
  const trialEnd = order.trial_days === null ? null : daysAfter(now, order.trial_days);
  const periodEnd = trialEnd ?? periodEndAfter(now, now);
  const created = newSubscription(work, { ...order, customer: customer.id, card: card.id, trialEnd, periodEnd });
  const coupon = couponOf(work.catalog, order.coupon);
  const buyer = { customer: customer.id, subscription: created.id, now };
  const discount =
    coupon === undefined
      ? null
      : await saveObject(trx, newDiscount({ coupon, promotionCode: order.promotion_code, ...buyer }));
  const subscription = {
    object: { ...created, discounts: discount === null ? [] : [discount.id] },
    hidden: { coupon: order.coupon },
    due_at: trialEnd === null ? periodEnd : daysAfter(trialEnd, -notice),
  };
  const invoice = await invoicePeriod(work, subscription);
  await payInvoice(work, invoice, card.id);
  const settled = { ...subscription.object, latest_invoice: invoice.object.id };
  await save(trx, { ...subscription, object: settled });
  await work.emit('customer.subscription.created', settled);

  const complete = {
    ...session,
    status: 'complete' as const,
    payment_status: session.amount_total === 0 ? 'no_payment_required' : 'paid',
    customer: customer.id,
    subscription: settled.id,
    url: null,
  };
  await save(trx, { object: complete, hidden: order, due_at: null });
  await work.emit('checkout.session.completed', complete);
  return true;
};
