import { textOf, type Variables, variables } from './variables.ts';

/**
 * Where the browser may go to pay or to manage: Stripe's own hosts, unless `VITE_PAYMENT_ORIGINS` (divided by commas)
 * names others: a custom domain of Stripe's, and in development the simulator's.
 */
export const createPaymentOrigins = (source: Variables): readonly string[] => {
  const given = textOf(source, 'VITE_PAYMENT_ORIGINS');
  if (given === undefined) return ['https://checkout.stripe.com', 'https://billing.stripe.com'];
  return given.split(',').map((origin) => origin.trim());
};

/** Whether an address that a server answered is a page of the payment provider's. Nothing else is followed. */
export const isPaymentPage = (url: string, origins = createPaymentOrigins(variables)): boolean =>
  URL.canParse(url) && origins.includes(new URL(url).origin);
