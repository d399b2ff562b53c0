/**
 * @typedef {import('./reading.mjs').Figures} Figures
 * @typedef {keyof Figures} Name
 */

/** @param {readonly number[]} values @param {number} share 0 to 1 @returns {number} */
export const quantile = (values, share) => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
};

/** @typedef {{ median: number, low: number, high: number }} Spread the middle half lies between `low` and `high` */

/** @param {readonly Figures[]} all @returns {Record<string, Spread>} by the figure's name */
export const spreadOf = (all) =>
  Object.fromEntries(
    Object.keys(all[0] ?? {}).map((name) => {
      const values = all.map((figures) => figures[/** @type {Name} */ (name)]);
      return [name, { median: quantile(values, 0.5), low: quantile(values, 0.25), high: quantile(values, 0.75) }];
    }),
  );
