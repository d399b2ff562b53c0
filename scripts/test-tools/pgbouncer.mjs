import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.mjs';
import { findProgram } from './requirements.mjs';

/** @typedef {{ url: string, stop: () => Promise<void> }} TemporaryBouncer */

/**
 * Starts a temporary PgBouncer with the configuration of deploy/pgbouncer.ini, for the server of this URL and any of its
 * databases.
 * @param {string} postgres
 * @returns {Promise<TemporaryBouncer>}
 */
export const startPgbouncer = async (postgres) => {
  const { username, password, hostname, port } = new URL(postgres);
  const folder = mkdtempSync(join(tmpdir(), 'maths-portal-pgbouncer-'));
  const users = join(folder, 'userlist.txt');
  const own = await freePort();
  const settings = readFileSync('deploy/pgbouncer.ini', 'utf8')
    .replace('host=127.0.0.1 port=5432', `host=${hostname} port=${port}`)
    .replace('listen_port = 6432', `listen_port = ${own}\nunix_socket_dir =`)
    .replace('/etc/pgbouncer/userlist.txt', users);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" "${password}"\n`);
  writeFileSync(file, settings);
  // PgBouncer does not run as root. Debian's package of PostgreSQL creates the user.
  chmodSync(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child = spawn(findProgram('deploy') ?? 'pgbouncer', [...user, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  await new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
      if (output.includes('process up')) resolve(undefined);
    });
    child.once('error', reject).once('exit', () => reject(new Error(`pgbouncer ended: ${output}`)));
  });
  const url = new URL(postgres);
  url.port = String(own);
  return {
    url: url.href,
    stop: async () => {
      child.removeAllListeners('exit');
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
};
