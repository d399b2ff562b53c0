import { limits } from '../../../src/config/limits.ts';

const first = 5_000;
/**
 * Mails must arrive within five minutes, even when the mail server is unreachable for four of them
 * (product-spec.md#1-what-the-product-does-and-for-whom).
 */
const mailCap = 45_000;
/** With waits of 5, 15, 45, 45 … s the sixteenth try is ten minutes after the first. */
const promptTries = 15;

/**
 * Retries for five days, as mail servers do (RFC 5321, section 4.5.4.1). After that the address is probably mistyped.
 */
const mailTries = promptTries + 5 * 24 * 12;

/**
 * Retries for three days: later the measurement protocol no longer accepts an event, and after seven days Meta does
 * not.
 */
const conversionTries = 3 * 24 * 12;

/**
 * Returns the milliseconds until the next try: 5, 15, 45 s and so on, five minutes at most (decisions.md#5-calls).
 * @returns null when the job was tried long enough.
 */
export const retryDelay = (kind: string, attempts: number): number | null => {
  if (kind === 'mail' && attempts > mailTries) return null;
  if (kind === 'conversion' && attempts > conversionTries) return null;
  const cap = kind === 'mail' && attempts <= promptTries ? mailCap : limits.backOffCap;
  return Math.min(first * 3 ** (attempts - 1), cap);
};
