import type { Limits } from './limits.ts';
import { Refusal } from './refusal.ts';
import { isOneOf } from './secrets.ts';

/**
 * The keys of the administrators' tools; the second is valid while the first is being replaced. An empty list closes
 * the tools, and `everybody` opens them in a development without a key.
 */
export type AdminKeys = readonly string[] | 'everybody';

/**
 * Creates the check of the admin key. People type it, so too many wrong keys are rate limited
 * (decisions.md#8-privacy-and-consent).
 */
export const createAdmin = (keys: AdminKeys, limits: Limits) => ({
  /** When false, the routes are not registered, so nothing reveals that they exist. */
  isThere: keys.length > 0,

  /**
   * Checks the key. An address with too many wrong keys is refused even with the right key, or guessing could continue.
   * A call without a key is how the page asks whether one is needed, and does not count.
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
