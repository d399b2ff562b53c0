/** What `npm run bench -- mutation --one-in 5` needs: a random sample that is the same in each run, and what it proves. */
import { createHash } from 'node:crypto';

/**
 * Returns whether the sample contains this item. It contains about one item in `share`, selected by a hash.
 * @param {string} id
 * @param {number} share
 */
export const isSampled = (id, share) => createHash('sha256').update(id).digest().readUInt32BE() % share === 0;

/**
 * Returns the 95 % interval (Wilson's) of a proportion that was measured on a random sample, in percent.
 * @param {number} hits
 * @param {number} total
 */
export const interval = (hits, total) => {
  const z = 1.96;
  const middle = hits + z ** 2 / 2;
  const margin = z * Math.sqrt((hits * (total - hits)) / total + z ** 2 / 4);
  return { low: (100 * (middle - margin)) / (total + z ** 2), high: (100 * (middle + margin)) / (total + z ** 2) };
};
