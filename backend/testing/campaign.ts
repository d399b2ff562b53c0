import { createHash } from 'node:crypto';

/**
 * Returns how often a test repeats an action: rarely in `npm test`, which people wait for, and fully in `npm run
 * test:all`, which sets TEST_COUNTS=full.
 */
export const counted = (inShort: number, inFull: number): number =>
  process.env['TEST_COUNTS'] === 'full' ? inFull : inShort;

/** Returns pseudo-random numbers from 0 up to 1 that are the same in every run with this seed. */
export const seededRandom = (seed: string): (() => number) => {
  let drawn = 0;
  return () => {
    drawn += 1;
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUInt32BE() / 2 ** 32;
  };
};
