export const isPortals = true;
/** `payment`: why the person returns from a page of Stripe, see `contracts/routes.ts`. */
export const attributes = ['lang', 'theme', 'coupon', 'payment', 'portal'] as const;
export const events = ['ready', 'auth-error', 'signed-out', 'account-deleted'] as const;
