export const attributes = ['widget', 'origin', 'lang', 'coupon', 'email', 'theme', 'portal'] as const;
export const required = ['widget', 'origin'] as const;
/** The frame can hold each of the forms. */
export const events = ['auth-success', 'auth-error', 'ready', 'step', 'update-requested', 'declared'] as const;
