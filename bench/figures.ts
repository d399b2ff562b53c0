/** The key figures of many measurements, computed in one way for all benchmarks. */

/**
 * Returns the value below which this share of the values lies, between two neighbours if necessary.
 * @param share 0 to 1
 */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? 0;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The middle half of the values lies between `low` and `high`. */
export type Spread = { median: number; low: number; high: number };

/** Returns the spread of each figure, by its name. */
export const spreadOf = (all: readonly Readonly<Record<string, number>>[]): Record<string, Spread> =>
  Object.fromEntries(
    Object.keys(all[0] ?? {}).map((name) => {
      const values = all.map((figures) => figures[name] ?? 0);
      return [name, { median: median(values), low: quantile(values, 0.25), high: quantile(values, 0.75) }];
    }),
  );

/** Prints a line with the key figures of measured times. */
export const printTimes = (what: string, milliseconds: readonly number[]): void => {
  const shares = { p50: 0.5, p95: 0.95, p99: 0.99, max: 1 };
  const figures = Object.entries(shares).map(
    ([name, share]) => `${name} ${quantile(milliseconds, share).toFixed(1)} ms`,
  );
  console.log(`${what}: ${figures.join(', ')} (${milliseconds.length} times)`);
};
