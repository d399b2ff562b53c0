/** A portal token: 32 random bytes as base64url without padding, so exactly 43 signs (decisions section 4). */
export const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** `p`, the platform code of the web portal. */
export const platform = '1';

/** How often a page that is left open registers a fresh token, in milliseconds (spec section 9). */
export const renewalInterval = 3_000_000;
