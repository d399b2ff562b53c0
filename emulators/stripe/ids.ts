import { randomBytes } from 'node:crypto';

/** Creates an id such as `cus_…`, with the type as its prefix, as Stripe does. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Creates an id for a page's address. It cannot be guessed, because everyone who has it can open the page. */
export const newPageId = (prefix: string): string => `${prefix}_test_${randomBytes(24).toString('hex')}`;
