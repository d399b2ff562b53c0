import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Returns the value below which this share of the values lies, between two neighbours if necessary.
 * @param share 0 to 1
 */
const quantile = (values: readonly number[], share: number): number => {
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

/** Returns whether a sample of about one item in `share` contains this one. It has the same items in each run. */
export const isSampled = (id: string, share: number): boolean =>
  createHash('sha256').update(id).digest().readUInt32BE() % share === 0;

const file = 'docs/contributors/performance.md';

/** Wraps the items of a list as the style of the documents requires; the lines of a table stay whole. */
const wrapItems = (text: string): string =>
  text.replace(/^- .{159,}$/gm, (item) => item.replace(/(.{1,158})(?: |$)/g, '$1\n  ').trimEnd());

/** Replaces the last measurement, which is between two marks, with a new one. */
export const keepSection = (mark: string, text: string): void => {
  const [start, end] = [`<!-- ${mark} -->\n`, `<!-- /${mark} -->\n`];
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split(start);
  const [, after = ''] = rest.split(end);
  writeFileSync(file, `${before}${start}${wrapItems(text)}\n${end}${after}`);
};
