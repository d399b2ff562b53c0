import type { TestCard } from '../cards.ts';
import { customerObject } from '../formatters/customer.ts';
import { newId } from '../ids.ts';
import { type CheckoutSessionRow, updateCheckoutSession } from '../store/checkout-sessions.ts';
import { addCard, addCustomer, type CustomerRow, findCustomer, updateCustomer } from '../store/customers.ts';
import { addSubscription, findSubscription } from '../store/subscriptions.ts';
import type { UnitOfWork } from '../work.ts';
import { checkoutAmounts } from './amounts.ts';
import { invoicePeriod, payInvoice } from './invoices.ts';
import { daysAfter, periodEndAfter } from './periods.ts';
import { checkoutSessionWire, subscriptionWire } from './wire.ts';

export type PaymentDetails = { email: string; name: string; card: TestCard };

const customerOf = async (
  work: UnitOfWork,
  session: CheckoutSessionRow,
  payer: PaymentDetails,
): Promise<CustomerRow> => {
  const known = session.customer === null ? undefined : await findCustomer(work.trx, session.customer);
  if (known !== undefined) return known;
  const { email, name } = payer;
  const made = await addCustomer(work.trx, { created: work.now, email, name, description: null, metadata: {} });
  await work.emit('customer.created', customerObject(made));
  return made;
};

/**
 * Completes a checkout: creates customer, card, subscription and first invoice, and closes the session.
 * @returns false when the card is declined. Then nothing has changed.
 */
export const completeCheckout = async (
  work: UnitOfWork,
  session: CheckoutSessionRow,
  payer: PaymentDetails,
): Promise<boolean> => {
  const { trx, now, catalog } = work;
  const { brand, last4, expMonth, expYear, behaviour } = payer.card;
  const isCharged = checkoutAmounts(catalog, session).today.total > 0;
  if (behaviour === 'declined' || (behaviour === 'fails' && isCharged)) return false;

  const customer = await customerOf(work, session, payer);
  const card = await addCard(trx, {
    customer: customer.id,
    created: now,
    brand,
    last4,
    exp_month: expMonth,
    exp_year: expYear,
    behaviour,
  });
  // Like Stripe's checkout, make the card the default of the subscription and not of the customer.
  await updateCustomer(trx, customer.id, { name: customer.name ?? payer.name });
  const trialEnd = session.trial_days === null ? null : daysAfter(now, session.trial_days);
  const subscription = await addSubscription(trx, {
    id: newId('sub'),
    item: newId('si'),
    created: now,
    customer: customer.id,
    status: trialEnd === null ? 'active' : 'trialing',
    metadata: JSON.stringify(session.subscription_metadata),
    description: session.subscription_description,
    quantity: session.quantity,
    discount: session.coupon === null ? null : newId('di'),
    coupon: session.coupon,
    promotion_code: session.promotion_code,
    checkout_session: session.id,
    default_payment_method: card.id,
    trial_start: trialEnd === null ? null : now,
    trial_end: trialEnd,
    announced: false,
    anchor: trialEnd ?? now,
    period_start: now,
    period_end: trialEnd ?? periodEndAfter(now, now),
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    end_reason: null,
    retry_at: null,
    latest_invoice: null,
    due_at: null,
  });
  const invoice = await invoicePeriod(work, subscription, 'subscription_create');
  await payInvoice(work, invoice, card, null);
  const settled = (await findSubscription(trx, subscription.id)) ?? subscription;
  await work.emit('customer.subscription.created', subscriptionWire(work, settled));

  const complete = await updateCheckoutSession(trx, session.id, {
    status: 'complete',
    customer: customer.id,
    subscription: subscription.id,
    invoice: invoice.id,
    payer_email: customer.email ?? payer.email,
    payer_name: payer.name,
  });
  await work.emit('checkout.session.completed', checkoutSessionWire(work, complete));
  return true;
};
