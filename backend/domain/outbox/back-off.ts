import { limits } from '../../../src/config/limits.ts';

const first = 5_000;
/** A mail was promised within five minutes, also when the mail server is away for four of them (spec section 1). */
const mailCap = 45_000;
/** With waits of 5, 15, 45, 45 … s the sixteenth try is ten minutes after the first. */
const promptTries = 15;

/** For five days, as mail servers do (RFC 5321, section 4.5.4.1): by then the address is mistyped, not away. */
const mailTries = promptTries + 5 * 24 * 12;

/** For three days: past those the measurement protocol takes an event no more, and past seven Meta. */
const conversionTries = 3 * 24 * 12;

/**
 * Milliseconds until the next try: 5, 15, 45 s and so on, five minutes at most (decisions section 5).
 * @returns null for what was tried long enough.
 */
export const backOff = (kind: string, attempts: number): number | null => {
  if (kind === 'mail' && attempts > mailTries) return null;
  if (kind === 'conversion' && attempts > conversionTries) return null;
  const cap = kind === 'mail' && attempts <= promptTries ? mailCap : limits.backOffCap;
  return Math.min(first * 3 ** (attempts - 1), cap);
};
