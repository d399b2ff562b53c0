/** Shows the next steps after a purchase. */
export const isPortals = true;
/** `checkout`: the id that a checkout of Stripe returned. */
export const attributes = ['lang', 'theme', 'checkout', 'portal'] as const;
export const events = ['ready', 'membership-checked'] as const;
