import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

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

/** The cost is low, about 3 ms, because these are passwords of a development machine. PlayFab has those of people. */
const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, 32, { cost: 1024 }, (error, key) => (error ? reject(error) : resolve(key)));
  });

/** Returns a random salt and the key that scrypt derives with it. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  return Buffer.concat([salt, await derive(password, salt)]).toString('base64url');
};

export const passwordMatches = async (stored: string, password: string): Promise<boolean> => {
  const bytes = Buffer.from(stored, 'base64url');
  const key = await derive(password, bytes.subarray(0, 16));
  return key.equals(bytes.subarray(16));
};
