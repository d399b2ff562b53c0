import { limits } from '../../config/limits.ts';

/** Milliseconds; doubled at each further attempt. Background work waits longer, because no visitor waits for it. */
const base = { interactive: 400, background: 10_000 };

/**
 * How long to wait before attempt number `next` (2, 3 …), in milliseconds: exponential with full jitter, so that a
 * thousand pages that failed together do not come back together; never sooner than the server asked (`retryAfter`,
 * seconds). Null when that would be longer than the cap: then waiting is not for us to decide.
 */
export const backOff = (
  next: number,
  { background, retryAfter = 0, random }: { background: boolean; retryAfter?: number; random: number },
): number | null => {
  const ceiling = Math.min(limits.backOffCap, base[background ? 'background' : 'interactive'] * 2 ** (next - 2));
  const wait = Math.max(retryAfter * 1000, random * ceiling);
  return wait > limits.backOffCap ? null : wait;
};
