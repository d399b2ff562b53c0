import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns the SHA-256 digest under which a ticket, a token or a linked id is stored. */
export const digest = (secret: string): string => sha256(secret).toString('base64url');

/** Compares two secrets in constant time. */
export const sameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(sha256(given), sha256(expected));

/** Creates 16 upper-case hexadecimal characters, as in PlayFab's ids. */
export const newPlayfabId = (): string => randomBytes(8).toString('hex').toUpperCase();

/** Creates a session ticket in PlayFab's format: the player's id, then 160 random bits. */
export const newSessionTicket = (playfabId: string, titleId: string): string => {
  const random = randomBytes(20).toString('hex').toUpperCase();
  return `${playfabId}-${random.slice(0, 24)}-${titleId}-${random.slice(24, 32)}.${random.slice(32)}`;
};

export const newEntityToken = (): string => randomBytes(48).toString('base64');

/** Creates 32 random bytes as 43 base64url characters. */
export const newRecoveryToken = (): string => randomBytes(32).toString('base64url');

/** The parameters of argon2id, which is the package's default variant. `memoryCost` is in KiB. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP's recommendation: 19 MiB, two passes, one lane. A hash takes about 17 ms. */
const usual: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string, cost: PasswordCost = usual): Promise<string> => hash(password, cost);

export const passwordMatches = (stored: string, password: string): Promise<boolean> => verify(stored, password);
