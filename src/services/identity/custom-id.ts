import { randomBase64Url } from '../../lib/random.ts';

/**
 * Creates a PlayFab custom id. It alone opens the account, so it is as strong as a password: 32 random bytes for each
 * sign-up, never logged or shown (decisions.md#4-sessions-and-tokens).
 */
export const createCustomId = (): string => randomBase64Url(32);
