import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What is stored of a secret: SHA-256, base64url. Enough for 32 random bytes; never use it for a password. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/**
 * Returns a digest that only who has the key can compute, base64url: for texts that somebody could guess, such as
 * addresses.
 */
export const keyedDigest = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** 16 random bytes, base64url: an id that can't be guessed or counted. */
export const randomId = (): string => randomBytes(16).toString('base64url');

/** Constant time for every length; all candidates are compared whichever fits. */
export const isOneOf = (given: string, candidates: readonly string[]): boolean => {
  const digest = createHash('sha256').update(given).digest();
  return candidates
    .map((candidate) => timingSafeEqual(digest, createHash('sha256').update(candidate).digest()))
    .includes(true);
};
