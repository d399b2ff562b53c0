/**
 * Compares sign-in, status, classroom and progress calls at one and two processes of the portal with bare
 * processes that only send the same statements to PostgreSQL and check the same passwords with scrypt. The two are
 * measured in turn, with the same number of concurrent calls. First, a server records its statements. The bare
 * processes repeat them on a copy of the database from before the recording.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/test-tools/postgres.ts';
import { keepSection, median } from '../figures.ts';
import { type Work, password, worksOf } from './works.ts';
import { copyOf, hashesOf, populate, postmasterOf, processorTime, startPortals } from './world.ts';

/**
 * The results of one round: calls per second, and milliseconds of processor time per call of Node and of PostgreSQL.
 */
type Round = { rate: number; processor: number };
/** The results of one round. The two sides were measured one after the other. */
type Row = { what: string; processes: number; rounds: { portal: Round; bare: Round }[] };

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
const writeReport = (rows: readonly Row[], hands: number): void => {
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
  keepSection('bench-server', table);
};

type Statement = { name: string | undefined; text: string; values: unknown[] };
/** The statements of one call in their order, and the `password` that scrypt checked. */
export type RecordedCall = { statements: Statement[]; password: { hash: string; typed: string } | null };

/** Returns the statements of a call, without those of background tasks. */
const statementsOf = (file: string): Statement[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Statement => JSON.parse(line))
    .map(({ name, text, values }) => ({ name, text, values }))
    .filter(({ text }) => !/\bjobs\b/.test(text));

/** Starts processes of `bare.ts`. `run` shares calls, which begin at the turn `from`, between some of them. */
const startBare = (count: number, databaseUrl: string, file: string) => {
  const children = Array.from({ length: count }, () => {
    const child = fork('bench/server/bare.ts', [databaseUrl, file]);
    const failed = once(child, 'exit').then(() =>
      Promise.reject(new Error('A bare process ended; its output is above.')),
    );
    failed.catch(() => undefined);
    return { child, failed };
  });
  return {
    run: async (from: number, calls: number, processes: number): Promise<void> => {
      const share = calls / processes;
      const working = children.slice(0, processes).map(async ({ child, failed }, index) => {
        child.send({ from: from + index * share, count: share, hands: hands / processes });
        await Promise.race([once(child, 'message'), failed]);
      });
      await Promise.all(working);
    },
    pids: children.flatMap(({ child }) => child.pid ?? []),
    close: () => {
      for (const { child } of children) child.kill();
    },
  };
};

const rounds = Number(process.env['ROUNDS'] ?? 5);
const hands = Number(process.env['HANDS'] ?? 8);
const people = 120;
const classes = 30;

const log = (text: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
const folder = mkdtempSync(join(tmpdir(), 'maths-portal-bench-'));
const postgres = await startPostgres({ durable: true });
if (postgres === undefined) throw new Error('There is no PostgreSQL on this machine, and none could be installed.');
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true }), postgres.stop];

const writeDown = async (works: readonly Work[], hashes: readonly string[]): Promise<void> => {
  const statements = join(folder, 'statements');
  writeFileSync(statements, '');
  const NODE_OPTIONS = `--import=${new URL('statement-log.ts', import.meta.url).href}`;
  const portals = await startPortals(1, postgres.url, { NODE_OPTIONS, STATEMENTS: statements });
  try {
    for (const work of works) {
      const { name, size, checksPassword } = work;
      // A sign-in adds rows, so each is done once. The other calls leave the database unchanged.
      const count = checksPassword ? size * 2 * (rounds + 1) : 200;
      const calls: RecordedCall[] = [];
      // One call after the other, so that each statement can be assigned to its call.
      for (let turn = 0; turn < count; turn += 1) {
        truncateSync(statements);
        await work.call(portals.ports[0] ?? 0, turn);
        const checked = checksPassword ? { hash: hashes[turn % people] ?? '', typed: password } : null;
        calls.push({ statements: statementsOf(statements), password: checked });
      }
      writeFileSync(join(folder, name), calls.map((call) => `${JSON.stringify(call)}\n`).join(''));
    }
  } finally {
    await portals.close();
  }
};

try {
  log(`${people} people sign up, ${classes} classes play`);
  const persons = await populate(postgres.url, people, classes);
  const copy = await copyOf(postgres.url);
  const works = worksOf(persons, classes);
  log('their calls are written down');
  await writeDown(works, await hashesOf(postgres.url, persons));

  const portals = await startPortals(2, postgres.url);
  closing.push(portals.close);
  const postmaster = await postmasterOf(postgres.url);

  const measure = async (size: number, pids: readonly number[], run: () => Promise<void>): Promise<Round> => {
    const before = processorTime([...pids, postmaster]);
    const began = performance.now();
    await run();
    const rate = (size * 1000) / (performance.now() - began);
    return { rate, processor: (processorTime([...pids, postmaster]) - before) / size };
  };

  const compare = async (work: Work): Promise<Row[]> => {
    const { what, size } = work;
    const bare = startBare(2, copy, join(folder, work.name));
    closing.push(bare.close);
    let turn = 0;
    const askPortal = async (processes: number): Promise<void> => {
      const end = turn + size;
      const hand = async (index: number): Promise<void> => {
        while (turn < end) await work.call(portals.ports[index % processes] ?? 0, turn++);
      };
      await Promise.all(Array.from({ length: hands }, (_, index) => hand(index)));
    };
    const rows: Row[] = [];
    for (const processes of [1, 2]) {
      const measured: Row['rounds'] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const from = ((processes - 1) * (rounds + 1) + round) * size;
        measured.push({
          bare: await measure(size, bare.pids, () => bare.run(from, size, processes)),
          portal: await measure(size, portals.pids, () => askPortal(processes)),
        });
      }
      // The first round is a warm-up.
      rows.push({ what, processes, rounds: measured.slice(1) });
      log(`${what}, processes: ${processes}`);
    }
    return rows;
  };

  const rows: Row[] = [];
  for (const work of works) rows.push(...(await compare(work)));
  writeReport(rows, hands);
} finally {
  for (const close of closing.toReversed()) await close();
}
