import { randomBytes } from 'node:crypto';

/** Creates an id such as `cus_…`, with the type as its prefix, as Stripe does. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** The id is in the page's address and opens it, so it can't be guessed. */
export const newPageId = (prefix: string): string => `${prefix}_test_${randomBytes(24).toString('hex')}`;
