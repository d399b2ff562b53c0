/**
 * Compares sign-in, status, classroom and progress calls of the portal with a bare process that only sends the same
 * statements to PostgreSQL and checks the same passwords with scrypt. The two are measured in turn, with the same
 * number of concurrent calls. First, a server records its statements. The bare process repeats them on a copy of the
 * database from before the recording.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/test-tools/postgres.ts';
import { keepSection, median } from '../figures.ts';
import { ofTurn, password, type Work, type World, worksOf } from './works.ts';
import { copyOf, populate, postmasterOf, processorTime, startPortal } from './world.ts';

/**
 * The results of each round: milliseconds of processor time per call of Node and of PostgreSQL. The two sides were
 * measured one after the other.
 */
type Row = { what: string; rounds: { portal: number; bare: number }[] };

const lineOf = ({ what, rounds }: Row): string => {
  const times = [rounds.map(({ portal }) => portal), rounds.map(({ bare }) => bare)];
  const ratios = rounds.map(({ portal, bare }) => portal / bare);
  const range = `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`;
  const cells = [what, ...times.map((each) => `${median(each).toFixed(1)} ms`)];
  return `| ${cells.join(' | ')} | **${median(ratios).toFixed(2)}** (${range}) |`;
};

/** Puts the table between the page's marks, with date and machine. */
const writeReport = (rows: readonly Row[], hands: number): void => {
  const [cpu] = cpus();
  const machine = `${cpus().length} cores of ${cpu?.model.trim() ?? 'a processor'}, Node ${process.versions.node}`;
  const table = [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}; ${hands} calls at a time, medians of ${rows[0]?.rounds.length} rounds.`,
    '',
    '| call | portal, processor time a call | bare | ratio (least-most) |',
    '|---|---|---|---|',
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

/** Starts `bare.ts`. `run` makes calls, which begin at the turn `from`. */
const startBare = (databaseUrl: string, file: string) => {
  const child = fork('bench/server/bare.ts', [databaseUrl, file]);
  const failed = once(child, 'exit').then(() =>
    Promise.reject(new Error('The bare process ended; its output is above.')),
  );
  failed.catch(() => undefined);
  return {
    run: async (from: number, count: number): Promise<void> => {
      child.send({ from, count, hands });
      await Promise.race([once(child, 'message'), failed]);
    },
    pid: child.pid ?? 0,
    close: () => child.kill(),
  };
};

const rounds = Number(process.env['ROUNDS'] ?? 5);
const hands = Number(process.env['HANDS'] ?? 8);
const some = { people: 120, classes: 30 };

const log = (text: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
const folder = mkdtempSync(join(tmpdir(), 'maths-portal-bench-'));
const postgres = await startPostgres({ durable: true });
if (postgres === undefined) throw new Error('There is no PostgreSQL on this machine, and none could be installed.');
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true }), postgres.stop];

const writeDown = async (world: World): Promise<void> => {
  const statements = join(folder, 'statements');
  writeFileSync(statements, '');
  const NODE_OPTIONS = `--import=${new URL('statement-log.ts', import.meta.url).href}`;
  const portal = await startPortal(postgres.url, { NODE_OPTIONS, STATEMENTS: statements });
  try {
    for (const work of worksOf(portal.port, world)) {
      const { name, size, checksPassword } = work;
      // A sign-in adds rows, so each is done once. The other calls leave the database unchanged.
      const count = checksPassword ? size * (rounds + 1) : 200;
      const calls: RecordedCall[] = [];
      // One call after the other, so that each statement can be assigned to its call.
      for (let turn = 0; turn < count; turn += 1) {
        truncateSync(statements);
        await work.call(turn);
        const checked = checksPassword ? { hash: ofTurn(world.people, turn).passwordHash, typed: password } : null;
        calls.push({ statements: statementsOf(statements), password: checked });
      }
      writeFileSync(join(folder, name), calls.map((call) => `${JSON.stringify(call)}\n`).join(''));
    }
  } finally {
    await portal.close();
  }
};

try {
  log(`${some.people} people sign up, ${some.classes} classes play`);
  const world = await populate(postgres.url, some);
  const copy = await copyOf(postgres.url);
  log('their calls are written down');
  await writeDown(world);

  const portal = await startPortal(postgres.url);
  closing.push(portal.close);
  const postmaster = await postmasterOf(postgres.url);

  const measure = async (size: number, pid: number, run: () => Promise<void>): Promise<number> => {
    const before = processorTime([pid, postmaster]);
    await run();
    return (processorTime([pid, postmaster]) - before) / size;
  };

  const compare = async (work: Work): Promise<Row> => {
    const { what, size } = work;
    const bare = startBare(copy, join(folder, work.name));
    closing.push(bare.close);
    let turn = 0;
    const askPortal = async (): Promise<void> => {
      const end = turn + size;
      const hand = async (): Promise<void> => {
        while (turn < end) await work.call(turn++);
      };
      await Promise.all(Array.from({ length: hands }, hand));
    };
    const measured: Row['rounds'] = [];
    for (let round = 0; round <= rounds; round += 1) {
      measured.push({
        bare: await measure(size, bare.pid, () => bare.run(round * size, size)),
        portal: await measure(size, portal.pid, askPortal),
      });
    }
    log(what);
    // The first round is a warm-up.
    return { what, rounds: measured.slice(1) };
  };

  const rows: Row[] = [];
  for (const work of worksOf(portal.port, world)) rows.push(await compare(work));
  writeReport(rows, hands);
} finally {
  for (const close of closing.toReversed()) await close();
}
