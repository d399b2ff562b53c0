import Stripe from 'stripe';

/** The API version that the package's types describe, and that we therefore request. */
export const stripeApiVersion = Stripe.API_VERSION;
