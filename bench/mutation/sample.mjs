import { createHash } from 'node:crypto';

/**
 * Returns whether the sample contains this item. It contains about one item in `share`, the same ones in each run.
 * @param {string} id
 * @param {number} share
 */
export const isSampled = (id, share) => createHash('sha256').update(id).digest().readUInt32BE() % share === 0;
