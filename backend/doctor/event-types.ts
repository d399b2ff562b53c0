/**
 * The events of Stripe's that change what somebody has. The webhook reads the customer whom one of them names anew;
 * without them it would learn of a change only on a return from Stripe's pages, or an hour after a period's end.
 */
export const eventTypes = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.deleted',
  'invoice.paid',
  'invoice.payment_failed',
] as const;
