/**
 * Returns how often a test repeats what it does: seldom in `npm test`, which people wait for, and as often as it should in
 * `npm run test:all`, which sets TEST_COUNTS=full.
 */
export const counted = (inShort: number, inFull: number): number =>
  process.env['TEST_COUNTS'] === 'full' ? inFull : inShort;
