import { originOf } from './origin.ts';
import { textOf, type Variables, variables } from './variables.ts';

/**
 * Returns the origins to which the browser may navigate for payments and subscriptions: Stripe's own hosts, unless the
 * comma-separated `VITE_PAYMENT_ORIGINS` names others, such as a custom domain at Stripe or the simulator.
 */
export const createPaymentOrigins = (source: Variables): readonly string[] => {
  const given = textOf(source, 'VITE_PAYMENT_ORIGINS');
  if (given === undefined) return ['https://checkout.stripe.com', 'https://billing.stripe.com'];
  return given.split(',').flatMap((text) => originOf(text) ?? []);
};

/** Returns whether an address from a server is a page of the payment provider. No other address is followed. */
export const isPaymentPage = (url: string, origins = createPaymentOrigins(variables)): boolean =>
  URL.canParse(url) && origins.includes(new URL(url).origin);
