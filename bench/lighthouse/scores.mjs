import { spreadOf } from '../figures.ts';

/** The minimum scores out of 100, and the maximum layout shift. */
const minimumScores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const maximumShift = 0;

/** @typedef {Record<string, number>} Figures */

/** @param {import('lighthouse').Result} report @returns {Figures} scores of a hundred, the shift, milliseconds */
export const figuresOf = ({ categories, audits }) => ({
  ...Object.fromEntries(
    Object.keys(minimumScores).map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ),
  shift: audits['cumulative-layout-shift']?.numericValue ?? 1,
  paint: audits['largest-contentful-paint']?.numericValue ?? Infinity,
  blocking: audits['total-blocking-time']?.numericValue ?? Infinity,
});

/** @param {readonly Figures[]} all @returns {Figures} each figure's median */
export const medianOf = (all) =>
  Object.fromEntries(Object.entries(spreadOf(all)).map(([name, { median }]) => [name, median]));

/**
 * Returns the figures that miss their limits, with the audits that explain them.
 * @param {Figures} figures
 * @param {import('lighthouse').Result} report
 * @returns {string[]}
 */
export const failsOf = (figures, { categories, audits }) => {
  const low = Object.entries(minimumScores).filter(([name, limit]) => (figures[name] ?? 0) < limit);
  const reasons = low.flatMap(([name]) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${name}: ${id}`),
  );
  return [...reasons, ...((figures['shift'] ?? 1) > maximumShift ? ['shift'] : [])];
};

const widths = [44, 12, 14, 15, 4, 7, 8, 8];
/** @param {readonly string[]} cells */
const line = (cells) =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))).join('');

export const columns = line([
  'page',
  'performance',
  'accessibility',
  'best practices',
  'SEO',
  'CLS',
  'LCP ms',
  'TBT ms',
]);

/** @param {string} page @param {Figures} figures @param {readonly string[]} fails */
export const rowOf = (page, figures, fails) => {
  const { performance, accessibility, 'best-practices': practices, seo, shift = 0, paint = 0, blocking = 0 } = figures;
  const row = line([
    page,
    ...[performance, accessibility, practices, seo].map(String),
    shift.toFixed(3),
    paint.toFixed(0),
    blocking.toFixed(0),
  ]);
  return [row, ...fails.map((fail) => `    ✗ ${fail}`)].join('\n');
};
