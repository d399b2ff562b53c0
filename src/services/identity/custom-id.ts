import { randomBase64Url } from '../../lib/random.ts';

/**
 * Creates a PlayFab custom id. It alone opens the account, so it is made like a password: 32 random bytes for each sign-up,
 * never logged or shown (decisions section 4).
 */
export const createCustomId = (): string => randomBase64Url(32);
