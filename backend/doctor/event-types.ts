/**
 * Stripe's events that change a subscription. The webhook rereads the customer of such an event. Without them, a change
 * is noticed only on a return from Stripe's pages, or an hour after the end of a period.
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
