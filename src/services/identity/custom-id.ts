import { randomBase64Url } from '../../lib/random.ts';

/**
 * A PlayFab custom id opens the account by itself, so it is made like a password: 32 random bytes for each sign-up,
 * derived from nothing, never logged or shown (decisions section 4).
 */
export const createCustomId = (): string => randomBase64Url(32);
