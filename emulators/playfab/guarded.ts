import type { Context } from './context.ts';
import { PlayfabError } from './errors.ts';
import type { GuardedAction, GuardKeys } from './options.ts';

/**
 * Counts the attempt before any other check.
 * @throws PlayfabError when the client has made too many attempts.
 */
export const guarded = async (context: Context, action: GuardedAction, keys: GuardKeys): Promise<void> => {
  const refused = await context.guard?.(action, keys);
  if (refused) throw new PlayfabError('APIClientRequestRateLimitExceeded', { retryAfter: refused.retryAfter });
};
