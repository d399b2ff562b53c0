/**
 * The events of Stripe's that change what somebody has. The webhook takes every event that names a customer and reads
 * that customer anew; without one of these here it would learn of a change only on a return or in the hourly look.
 */
export const eventTypes = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.deleted',
] as const;
