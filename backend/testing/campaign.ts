/**
 * Returns how often a test repeats an action: rarely in `npm test`, which people wait for, and fully in `npm run
 * test:all`, which sets TEST_COUNTS=full.
 */
export const counted = (inShort: number, inFull: number): number =>
  process.env['TEST_COUNTS'] === 'full' ? inFull : inShort;
