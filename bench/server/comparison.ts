import { cpus } from 'node:os';
import { keepSection } from '../performance-page.mjs';
import { median } from '../figures.ts';

/**
 * The results of one round: calls per second, and milliseconds of processor time per call of Node and of PostgreSQL.
 */
export type Round = { rate: number; processor: number };
/** The results of one round. The two sides were measured one after the other. */
export type Row = { what: string; processes: number; rounds: { portal: Round; bare: Round }[] };

const ratio = (ratios: readonly number[]): string =>
  `**${median(ratios).toFixed(2)}** (${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)})`;

const lineOf = ({ what, processes, rounds }: Row): string => {
  const rates = [rounds.map(({ portal }) => portal.rate), rounds.map(({ bare }) => bare.rate)];
  const times = [rounds.map(({ portal }) => portal.processor), rounds.map(({ bare }) => bare.processor)];
  const cells = [
    what,
    processes,
    ...rates.map((each) => Math.round(median(each)).toLocaleString('en')),
    ratio(rounds.map(({ portal, bare }) => bare.rate / portal.rate)),
    ...times.map((each) => `${median(each).toFixed(1)} ms`),
    ratio(rounds.map(({ portal, bare }) => portal.processor / bare.processor)),
  ];
  return `| ${cells.join(' | ')} |`;
};

/** Puts the table between the page's marks, with date and machine. */
export const writeReport = (rows: readonly Row[], hands: number): void => {
  const [cpu] = cpus();
  const machine = `${cpus().length} cores of ${cpu?.model.trim() ?? 'a processor'}, Node ${process.versions.node}`;
  const table = [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}; ${hands} calls at a time, medians of ${rows[0]?.rounds.length} rounds.`,
    '',
    '| call | processes | portal, calls a second | bare | ratio (least-most) | portal, processor time a call | bare | ratio |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.map(lineOf),
  ].join('\n');
  console.log(table);
  keepSection({ mark: 'bench-server', heading: 'The server', text: table });
};
