import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from './ports.ts';
import { findProgram, meetRequirements } from './requirements.mjs';

/**
 * A temporary server. `stop` ends it and removes its files. `crash` ends it without a checkpoint, as a power failure
 * does, `start` starts it again at the same address, and `restart` restarts it in the regular way. `run` runs a shell
 * command as the server's user, with the variables by which the programs of PostgreSQL find the server, in `folder`,
 * which `stop` removes. `open` moves a data folder, such as a restored one, and starts a server on it.
 * @typedef {{
 *   url: string, port: number, folder: string, stop: () => void, crash: () => void, start: () => void,
 *   restart: () => void, run: (command: string) => void,
 *   open: (data: string) => Promise<TemporaryPostgres>,
 * }} TemporaryPostgres
 */

/**
 * PostgreSQL does not run as root. Debian's package creates the user `postgres`.
 * @param {string} flag
 */
const idOfPostgres = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);

/**
 * Starts a temporary PostgreSQL server on a free port, for the second run of the backend tests. It never syncs, because
 * its rows live only as long as the tests. With `durable` it syncs like a production server, for measurements.
 * @param {{ durable?: boolean }} [how]
 * @returns {Promise<TemporaryPostgres | undefined>} undefined when PostgreSQL is missing and cannot be installed
 */
export const startPostgres = async ({ durable = false } = {}) => {
  meetRequirements(['postgres']);
  const initdb = findProgram('postgres');
  if (initdb === undefined) return undefined;
  const binaries = dirname(initdb);
  const root = process.getuid?.() === 0;
  const identity = root ? { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') } : undefined;
  const password = randomBytes(16).toString('hex');

  /**
   * @param {(folder: string, call: (program: string, ...args: string[]) => void) => void} fill writes the data folder
   */
  const startIn = async (fill) => {
    const folder = mkdtempSync(join(tmpdir(), 'maths-portal-postgres-'));
    const data = join(folder, 'data');
    if (identity) chownSync(folder, identity.uid, identity.gid);
    chmodSync(folder, 0o700);
    /** @param {string} program @param {readonly string[]} args @param {Record<string, string>} [variables] */
    const execute = (program, args, variables) => {
      const { status, stderr, error } = spawnSync(program, args, {
        ...identity,
        cwd: folder,
        env: { ...process.env, PGPASSWORD: password, ...variables },
        stdio: ['ignore', 'ignore', 'pipe'],
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
    };
    /** @param {string} program @param {string[]} args */
    const call = (program, ...args) => execute(join(binaries, program), args);
    /** @param {string} action @param {string[]} args */
    const control = (action, ...args) => call('pg_ctl', action, '-D', data, '-w', '-s', ...args);
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
      run: (/** @type {string} */ command) =>
        execute('sh', ['-ec', command], {
          PATH: `${binaries}:${process.env['PATH']}`,
          PGHOST: '127.0.0.1',
          PGPORT: String(port),
          PGUSER: 'postgres',
        }),
      open: (/** @type {string} */ restored) => startIn((copy) => renameSync(restored, join(copy, 'data'))),
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
