import { limits } from '../../src/config/limits.ts';

const shape = /^[!-?A-~]+@[!-?A-~]+$/;

/**
 * One person, one address: trimmed, ASCII only, lower-case, then compared exactly. A look-alike sign (dotless i, the
 * Kelvin sign, full-width letters) is refused, never folded into somebody else's address; so is anything that is not
 * text. Unicode's NFC comes for free, since ASCII has one form only, and must not run first: it turns Kelvin into K.
 */
export const normalEmail = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const email = value.trim();
  return email.length <= limits.emailMaximum && shape.test(email) ? email.toLowerCase() : null;
};
