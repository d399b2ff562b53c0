import { limits } from '../../config/limits.ts';

/**
 * Parses `Retry-After` (a number or an HTTP date; RFC 9110, 10.2.3) as whole seconds from now. Returns undefined for
 * anything else.
 */
export const parseRetryAfter = (header: string | null, now: number): number | undefined => {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
};

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
