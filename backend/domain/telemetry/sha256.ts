import { createHash } from 'node:crypto';

/** Returns the digest in hex. Receivers compare it with the digests of addresses that they already know. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
