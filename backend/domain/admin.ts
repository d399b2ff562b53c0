import type { Limits } from './limits.ts';
import { Refusal } from './refusal.ts';
import { isOneOf } from './secrets.ts';

/**
 * Any of the keys opens the tools that are for us; two while one is being changed. None shuts them, and `everybody` is a
 * development without a key.
 */
export type AdminKeys = readonly string[] | 'everybody';

/** The admin key is typed by a person, so who is wrong too often is held up (decisions section 8). */
export const createAdmin = (keys: AdminKeys, limits: Limits) => ({
  /** Without it the routes are not registered: nothing tells that they could be. */
  isThere: keys.length > 0,

  /**
   * An address that was wrong too often waits, with the right key too: else guesses would go on. A call without a key is
   * how the page asks whether one is needed, and counts for none.
   * @throws Refusal UNAUTHORIZED, TOO_MANY_REQUESTS
   */
  requireKey: async (key: string | undefined, ip: string): Promise<void> => {
    if (keys === 'everybody') return;
    if (key === undefined) throw new Refusal('UNAUTHORIZED');
    const isRight = isOneOf(key, keys);
    const limited = await (isRight ? limits.reached('admin-key', { ip }) : limits.consume('admin-key', { ip }));
    if (limited !== null) throw new Refusal('TOO_MANY_REQUESTS', limited.retryAfter);
    if (!isRight) throw new Refusal('UNAUTHORIZED');
  },
});
