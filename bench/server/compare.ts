import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/test-tools/postgres.mjs';
import { startBare } from './bare-processes.ts';
import { type Round, type Row, writeReport } from './comparison.ts';
import { startPortals } from './portals.ts';
import { processorTime } from './processor-time.ts';
import { record } from './recorded.ts';
import { type Work, password, worksOf } from './works.ts';
import { copyOf, hashesOf, populate, postmasterOf } from './world.ts';

/**
 * Compares sign-in, status and classroom calls at one and two processes of the portal with bare
 * processes that only send the same statements to PostgreSQL and check the same passwords with argon2. The two are
 * measured in turn, with the same number of concurrent calls. First, a server records its statements. The bare
 * processes repeat them on a copy of the database from before the recording.
 */
const rounds = Number(process.env['ROUNDS'] ?? 5);
const hands = Number(process.env['HANDS'] ?? 8);
const profiles = process.env['PROFILE'];
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
      const passwordOf = (turn: number) =>
        checksPassword ? { hash: hashes[turn % people] ?? '', typed: password } : null;
      await record({ work, port: portals.ports[0] ?? 0, count, statements, to: join(folder, name), passwordOf });
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

  const profiled = profiles === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` };
  const portals = await startPortals(2, postgres.url, profiled);
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
          bare: await measure(size, bare.pids, () => bare.run({ from, count: size, hands, processes })),
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
