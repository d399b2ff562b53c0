declare module 'vitest' {
  interface TaskMeta {
    /** How many cases a test of the campaign tried; without it, one. the check `campaign` prints the total. */
    cases?: number;
    /** What readers of the results must know about this run. The last lines of the checks contain it. */
    note?: string;
  }
}

/**
 * Returns how often a test repeats an action: rarely in `npm test`, which people wait for, and fully in `npm run
 * test:all`, which sets TEST_COUNTS=full.
 */
export const counted = (inShort: number, inFull: number): number =>
  process.env['TEST_COUNTS'] === 'full' ? inFull : inShort;
