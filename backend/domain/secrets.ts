import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { emailText } from '../../src/contracts/typed-text.ts';
import { limits } from '../../src/config/limits.ts';

/** Returns the stored form of a secret: SHA-256, base64url. Use it for 32 random bytes, never for a password. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Returns a digest, base64url, that only the key's holder can compute, for texts that can be guessed (addresses). */
export const keyedDigest = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Returns 16 random bytes, base64url: an id that cannot be guessed or counted. */
export const randomId = (): string => randomBytes(16).toString('base64url');

/** The characters without 0, 1, I, L and O, because people copy codes from a board or from another screen. */
const readable = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const characters = (count: number): string =>
  Array.from({ length: count }, () => readable[randomInt(readable.length)]).join('');

/** Returns a random code of two parts of this length, such as `K7P-42M`. */
export const randomCode = (length: number): string => `${characters(length)}-${characters(length)}`;

/** Returns the secret of a mailed link: 32 random bytes, base64url. Store its `hashSecret` only. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Returns whether a text is among the candidates, in constant time: all are compared, even after a match. */
export const isOneOf = (given: string, candidates: readonly string[]): boolean => {
  const digest = createHash('sha256').update(given).digest();
  return candidates
    .map((candidate) => timingSafeEqual(digest, createHash('sha256').update(candidate).digest()))
    .includes(true);
};

const shape = /^[!-?A-~]+@[!-?A-~]+$/;

/**
 * Returns the normal form of an email address: visible characters of ASCII, lower-case, so that one person has one
 * address. A look-alike character (dotless i, the Kelvin sign, full-width letters) and anything that is not text is
 * refused, never converted into another person's address; a domain in letters beyond ASCII gets its own ASCII form. NFC
 * must not run first, because it turns the Kelvin sign into K; ASCII has one form only.
 */
export const normalizeEmail = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const email = emailText(value);
  return email.length <= limits.emailMaximum && shape.test(email) ? email.toLowerCase() : null;
};
