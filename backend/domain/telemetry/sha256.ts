import { createHash } from 'node:crypto';

/** In hex, as receivers compare it: what they already know gives the same digest. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
