import { day } from '../../src/lib/durations.ts';

/**
 * Returns the latest moment that a rate limit or a waiting job can name: no limit and no wait is longer than a day. A
 * later moment was written while the server's clock was ahead, and counts as past. Otherwise a clock that was a year
 * ahead for a minute would leave people locked out, and mails waiting, for a year.
 */
export const latestPlausible = (now: Date): Date => new Date(now.getTime() + 2 * day);
