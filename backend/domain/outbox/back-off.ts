import { limits } from '../../../src/config/limits.ts';

const first = 5_000;
/** A mail was promised within five minutes, also when the mail server is away for four of them (spec section 1). */
const mailCap = 45_000;
/** With waits of 5, 15, 45, 45 … s the sixteenth try is ten minutes after the first. */
const promptTries = 15;

/** Milliseconds until the next try: 5, 15, 45 s and so on, five minutes at most (decisions section 5). */
export const backOff = (kind: string, attempts: number): number => {
  const cap = kind === 'mail' && attempts <= promptTries ? mailCap : limits.backOffCap;
  return Math.min(first * 3 ** (attempts - 1), cap);
};
