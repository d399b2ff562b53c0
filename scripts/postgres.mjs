import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findOrInstall, thisMachine } from './machine.mjs';
import { freePort } from './ports.mjs';

/** @typedef {{ url: string, stop: () => void }} TemporaryPostgres */

/** The folders in which Debian keeps each version's programs, outside of PATH, the newest last. */
const debianFolders = () =>
  globSync('/usr/lib/postgresql/*/bin').sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

/**
 * Returns the path of the newest installed initdb.
 * @param {import('./machine.mjs').Machine} machine
 * @param {() => string[]} [folders]
 */
export const findPostgres = (machine, folders = debianFolders) =>
  machine.find([
    ...folders()
      .toReversed()
      .map((folder) => join(folder, 'initdb')),
    'initdb',
  ]);

/**
 * Returns the folder of initdb and pg_ctl. Installs Debian's package if they are missing and this machine allows it.
 * @param {import('./machine.mjs').Machine} [machine]
 * @param {() => string[]} [folders]
 * @returns {string | undefined} undefined when PostgreSQL is not available
 */
export const ensurePostgres = (machine = thisMachine, folders = debianFolders) => {
  const initdb = findOrInstall(machine, () => findPostgres(machine, folders), 'postgresql');
  return initdb && dirname(initdb);
};

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
  const binaries = ensurePostgres();
  if (binaries === undefined) return undefined;
  const root = process.getuid?.() === 0;
  const identity = root ? { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') } : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'maths-portal-postgres-'));
  const data = join(folder, 'data');
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (identity) for (const path of [folder, passwordFile]) chownSync(path, identity.uid, identity.gid);
  chmodSync(folder, 0o700);

  /** @param {string} program @param {string[]} args */
  const call = (program, ...args) => {
    const { status, stderr, error } = spawnSync(join(binaries, program), args, {
      ...identity,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
  };
  const stop = () => {
    try {
      call('pg_ctl', 'stop', '-D', data, '-m', 'immediate', '-s');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  const port = await freePort();
  call(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C',
    '-N',
  );
  const careless = durable ? '' : ' -F -c full_page_writes=off';
  const settings = `-p ${port} -h 127.0.0.1 -k ${folder} -c max_connections=200${careless}`;
  call('pg_ctl', 'start', '-D', data, '-w', '-s', '-l', join(folder, 'log'), '-o', settings);
  return { url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`, stop };
};
