import { cpus, loadavg } from 'node:os';
import { latency, megabits, slowdown } from './visit.mjs';

/**
 * @typedef {import('../figures.ts').Spread} Spread
 * @typedef {{ contender: import('./contenders.mjs').Contender, spread: Record<string, Spread>, again: number,
 *   lost: number, failures: readonly string[] }} Row
 * `again`, `lost`: in how many visits a submit had to be repeated, a typed text was lost
 */

/** @param {{ rounds: number, pause: number, browser: string }} run @returns {string} when, where and how */
export const machine = ({ rounds, pause, browser }) => {
  const [{ model } = { model: 'unknown' }, ...others] = cpus();
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${browser}, Node ${process.versions.node}, ${others.length + 1} × ${model}`,
    `(load ${loadavg()[0]?.toFixed(1)}). CPU ÷ ${slowdown}, ${megabits.down} Mbit/s down, ${megabits.up} up, ${latency} ms; ${rounds} rounds, contenders in turn`,
    `within each, after one that is not counted${pause > 0 ? `; ${pause} ms between typing and submitting` : ''}. Medians, in brackets the middle half, then the ratio to the bare form.`,
  ].join('\n');
};

const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);
const whole = (/** @type {number} */ value) => value.toFixed(0);

/** @param {readonly Row[]} rows the bare form first @returns {string} as Markdown */
export const tableOf = (rows) => {
  const bare = rows[0]?.spread;
  const of = (/** @type {Row} */ { spread }, /** @type {string} */ name) => spread[name]?.median ?? NaN;
  const timed = (/** @type {Row} */ row, /** @type {string} */ name) => {
    const { median = NaN, low = NaN, high = NaN } = row.spread[name] ?? {};
    return `${whole(median)} (${whole(low)}–${whole(high)}) | ${(median / (bare?.[name]?.median ?? NaN)).toFixed(2)}`;
  };
  const lines = rows.map((row) =>
    [
      row.contender.name,
      timed(row, 'typing'),
      timed(row, 'submit'),
      kilobytes(of(row, 'script')),
      kilobytes(of(row, 'bytes')),
      whole(of(row, 'requests')),
      whole(of(row, 'blocking')),
      (of(row, 'heap') / 1e6).toFixed(1),
      of(row, 'shift').toFixed(3),
    ].join(' | '),
  );
  const head =
    'typing works, ms | × | submit works, ms | × | script KB | all KB | requests | blocking ms | heap MB | shift';
  const rule = `|---|${'---:|'.repeat(10)}`;
  return [`| | ${head} |`, rule, ...lines.map((line) => `| ${line} |`)].join('\n');
};

/** @param {readonly Row[]} rows @returns {string} notes below the table, as Markdown */
export const notesOf = (rows) =>
  rows
    .flatMap(({ contender: { name, firstScreen, note }, again, lost, failures }) => {
      const remarks = [
        ...(firstScreen === 'e-mail'
          ? ['asks for the e-mail address alone at first, and that is what is submitted']
          : []),
        ...(note === undefined ? [] : [note]),
        ...(again > 0 ? [`in ${again} of the visits nothing had come of the press after three seconds`] : []),
        ...(failures.length > 0 ? [`failed: ${failures.join(' ')}`] : []),
        ...(lost > 0 ? [`in ${lost} of the visits a typed text was lost`] : []),
      ];
      return remarks.length === 0 ? [] : [`- ${name}: ${remarks.join('; ')}.`];
    })
    .join('\n');
