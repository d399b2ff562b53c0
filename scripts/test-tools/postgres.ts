import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from './ports.ts';
import { findProgram, meetRequirements } from './requirements.ts';

export type TemporaryPostgres = {
  url: string;
  port: number;
  /** Contains all files of the server. */
  folder: string;
  /** Ends it and removes its files. */
  stop(): void;
  /** Ends it without a checkpoint, as a power failure does. */
  crash(): void;
  /** Starts it again at the same address. */
  start(): void;
  restart(): void;
  /** Runs a shell command as the server's user, in `folder` and with the variables of PostgreSQL's programs. */
  run(command: string): void;
  /** Moves a data folder, such as a restored one, and starts a server on it. */
  open(data: string): Promise<TemporaryPostgres>;
};

/** PostgreSQL does not run as root. Debian's package creates the user `postgres`. */
const idOfPostgres = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);

/**
 * Starts a temporary PostgreSQL server on a free port, for the second run of the backend tests. It never syncs, because
 * its rows live only as long as the tests. With `durable` it syncs like a production server, for measurements.
 * @returns undefined when PostgreSQL is missing and cannot be installed
 */
export const startPostgres = async ({ durable = false } = {}): Promise<TemporaryPostgres | undefined> => {
  meetRequirements(['postgres']);
  const initdb = findProgram('postgres');
  if (initdb === undefined) return undefined;
  const binaries = dirname(initdb);
  const root = process.getuid?.() === 0;
  const identity = root ? { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') } : undefined;
  const password = randomBytes(16).toString('hex');

  type Fill = (folder: string, call: (program: string, ...args: string[]) => void) => void;
  /** Starts a server in a folder into which `fill` writes its data. */
  const startIn = async (fill: Fill): Promise<TemporaryPostgres> => {
    const folder = mkdtempSync(join(tmpdir(), 'maths-portal-postgres-'));
    const data = join(folder, 'data');
    if (identity) chownSync(folder, identity.uid, identity.gid);
    chmodSync(folder, 0o700);
    const execute = (program: string, args: readonly string[], variables?: Record<string, string>): void => {
      const { status, stderr, error } = spawnSync(program, args, {
        ...identity,
        cwd: folder,
        env: { ...process.env, PGPASSWORD: password, ...variables },
        stdio: ['ignore', 'ignore', 'pipe'],
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
    };
    const call = (program: string, ...args: string[]): void => execute(join(binaries, program), args);
    const control = (action: string, ...args: string[]): void =>
      call('pg_ctl', action, '-D', data, '-w', '-s', ...args);
    fill(folder, call);
    const port = await freePort();
    const careless = durable ? '' : ' -F -c full_page_writes=off';
    const settings = `-p ${port} -h 127.0.0.1 -k ${folder} -c max_connections=200${careless}`;
    const start = () => control('start', '-l', join(folder, 'log'), '-o', settings);
    const crash = () => control('stop', '-m', 'immediate');
    start();
    return {
      url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
      port,
      folder,
      start,
      crash,
      restart: () => control('restart', '-m', 'fast'),
      stop: () => {
        try {
          if (existsSync(join(data, 'postmaster.pid'))) crash();
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      },
      run: (command) =>
        execute('sh', ['-ec', command], {
          PATH: `${binaries}:${process.env['PATH']}`,
          PGHOST: '127.0.0.1',
          PGPORT: String(port),
          PGUSER: 'postgres',
        }),
      open: (restored) => startIn((copy) => renameSync(restored, join(copy, 'data'))),
    };
  };

  return startIn((folder, call) => {
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (identity) chownSync(passwordFile, identity.uid, identity.gid);
    const access = [`--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    call('initdb', '-D', join(folder, 'data'), '-U', 'postgres', ...access, '-E', 'UTF8', '--locale=C', '-N');
  });
};
