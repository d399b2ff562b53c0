import { createHash } from 'node:crypto';

/** Returns pseudo-random numbers from 0 up to 1 that are the same in every run with this seed. */
export const seededRandom = (seed: string): (() => number) => {
  let drawn = 0;
  return () => {
    drawn += 1;
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUInt32BE() / 2 ** 32;
  };
};
