import { randomBytes } from 'node:crypto';

/** `cus_…`, as Stripe's: what stands before the underscore says what it is. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** The id is in the page's address and opens it, so it can't be guessed. */
export const newPageId = (prefix: string): string => `${prefix}_test_${randomBytes(24).toString('hex')}`;
