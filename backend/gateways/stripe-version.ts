import Stripe from 'stripe';

/** The API version whose shapes the package's types describe, and so the one that we ask for. */
export const stripeApiVersion = Stripe.API_VERSION;
