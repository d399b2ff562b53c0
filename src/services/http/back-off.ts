import { limits } from '../../config/limits.ts';

/**
 * The limits in milliseconds, doubled at each further attempt. Background requests wait longer, because no visitor
 * waits for them.
 */
const base = { interactive: 400, background: 10_000 };

/**
 * Returns how long to wait before attempt number `next` (2, 3 …), in milliseconds: exponential with full jitter, so
 * that a thousand pages that failed together do not retry together, and never less than the server requested
 * (`retryAfter`, seconds). Returns null when that exceeds the cap, and the failure is reported instead.
 */
export const backOff = (
  next: number,
  { background, retryAfter = 0, random }: { background: boolean; retryAfter?: number; random: number },
): number | null => {
  const ceiling = Math.min(limits.backOffCap, base[background ? 'background' : 'interactive'] * 2 ** (next - 2));
  const wait = Math.max(retryAfter * 1000, random * ceiling);
  return wait > limits.backOffCap ? null : wait;
};
