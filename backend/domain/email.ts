import { emailText } from '../../src/contracts/typed-text.ts';
import { limits } from '../../src/config/limits.ts';

const shape = /^[!-?A-~]+@[!-?A-~]+$/;

/**
 * Returns the normal form of an email address: visible characters of ASCII, lower-case, so that one person has one address.
 * A look-alike character (dotless i, the Kelvin sign, full-width letters) and anything that is not text is refused,
 * never converted into another person's address; a domain in letters beyond ASCII gets its own ASCII form. NFC must not run first, because it turns the Kelvin sign into K; ASCII
 * has one form only.
 */
export const normalizeEmail = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const email = emailText(value);
  return email.length <= limits.emailMaximum && shape.test(email) ? email.toLowerCase() : null;
};
