import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { encodePParameter } from '../src/contracts/session.ts';
import { type ServerProcess, startServer } from './testing/server-process.ts';
import { listenLocally } from './testing/servers.ts';
import { createEmptyDatabase, testDatabaseUrl } from './testing/database-template.ts';

const folder = mkdtempSync(join(tmpdir(), 'data-'));
let server: ServerProcess;
beforeAll(async () => {
  server = await startServer({ DATA_DIR: folder });
  await server.ready;
});
afterAll(() => {
  server.child.kill('SIGKILL');
});

const failing = async (env: Record<string, string>): Promise<{ code: number | null; said: string }> => {
  const other = await startServer(env);
  return { code: await other.exited, said: other.output().trim() };
};

describe('the program', () => {
  it('prints its address, and what a power cut may lose', () => {
    for (const text of [`http://localhost:${server.port}/signup`, '/dev/mail', 'power cut']) {
      expect(server.output()).toContain(text);
    }
    expect(server.output()).not.toMatch(/warning/i);
  });

  it('gives tokens for the tests of a partner’s server: valid, expired, or for another partner', async () => {
    const own = `http://localhost:${server.port}`;
    const keys = createRemoteJWKSet(new URL(`${own}/.well-known/jwks.json`));
    const verify = async (query: string) => {
      const token = await (await fetch(`${own}/dev/id-token?${query}`)).text();
      return jwtVerify(token, keys, { issuer: own, audience: 'acme', algorithms: ['EdDSA'] });
    };
    expect((await verify('key=acme')).payload).toMatchObject({ sub: 'test-user', created: false });
    await expect(verify('key=acme&age=600')).rejects.toThrow('"exp" claim timestamp check failed');
    await expect(verify('key=another')).rejects.toThrow('unexpected "aud" claim value');
    expect((await fetch(`${own}/dev/id-token?age=old`)).status).toBe(400);
  });

  it('exits with 1 and one sentence when another process uses the data folder, or it is not writable', async () => {
    expect(await failing({ DATA_DIR: folder })).toEqual({
      code: 1,
      said: `Another server is using ${folder}. Stop it, or choose another folder by DATA_DIR.`,
    });
    // A file at the place of the folder makes it unwritable; root may write into every folder.
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await failing({ DATA_DIR: join(file, 'data') })).toEqual({
      code: 1,
      said: `The data folder ${join(file, 'data')} can't be written. Choose another one by DATA_DIR.`,
    });
  }, 60_000);

  it('exits with 1 and one sentence when its port is in use', async () => {
    const other = createServer();
    const port = await listenLocally(other);
    const own = mkdtempSync(join(tmpdir(), 'data-'));
    const { code, said } = await failing({ DATA_DIR: own, PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(said).toContain(`Port ${port} is in use. Stop what uses it, or choose another one by PORT.`);
  });

  it('exits with 1 and one sentence when no mode was chosen, instead of a start in development on a server', async () => {
    const { code, said } = await failing({ APP_MODE: '' });
    expect(code).toBe(1);
    expect(said).toMatch(/^The configuration is not complete:\n {2}APP_MODE is missing: .*\.$/);
  });

  it('exits with 1 and one sentence when the folder of levels cannot be read', async () => {
    const own = mkdtempSync(join(tmpdir(), 'data-'));
    const { code, said } = await failing({ DATA_DIR: own, LEVELS_DIR: join(own, 'nope') });
    expect(code).toBe(1);
    expect(said).toMatch(/\n {2}LEVELS_DIR names a folder that cannot be read: .*\.$/);
  });

  it('ends with 0 when the process that started it has ended', async () => {
    const own = mkdtempSync(join(tmpdir(), 'data-'));
    const other = await startServer({ DATA_DIR: own });
    await other.ready;
    other.child.disconnect();
    expect(await once(other.child, 'exit')).toEqual([0, null]);
  });

  it('ends with 0 on two SIGTERM signals while a client holds a connection', async () => {
    await fetch(`http://127.0.0.1:${server.port}/healthz`, { headers: { connection: 'keep-alive' } });
    server.child.kill('SIGTERM');
    const isListening = () =>
      fetch(`http://127.0.0.1:${server.port}/healthz`).then(
        () => true,
        () => false,
      );
    while (await isListening());
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });
});

/** Skipped for PGlite: the embedded database has no connections to lose. */
const loseConnections = (databaseServer: string): void => {
  it('answers 503 when PostgreSQL ends the connections in use, keeps running and recovers', async () => {
    const own = await createEmptyDatabase(databaseServer);
    const portal = await startServer({ DATABASE_URL: own.url });
    await portal.ready;
    const [admin, locker] = [
      new pg.Client({ connectionString: own.url }),
      new pg.Client({ connectionString: own.url }),
    ];
    await Promise.all([admin.connect(), locker.connect()]);
    const p = encodeURIComponent(encodePParameter('x'.repeat(43)));
    const askForUser = () => fetch(`http://127.0.0.1:${portal.port}${apiPaths.user}?p=${p}`);
    const expected = (await askForUser()).status;

    // Requests wait for this lock, each with a connection in use, until the server ends those connections.
    await locker.query('begin; lock table sessions in access exclusive mode');
    const asked = Array.from({ length: 5 }, askForUser);
    const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await admin.query(`select pid ${waiting}`)).rowCount !== 5);
    await admin.query(`select pg_terminate_backend(pid) ${waiting}`);
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    await locker.query('rollback');

    const readiness = async () => (await fetch(`http://127.0.0.1:${portal.port}/readyz`)).status;
    // The readiness answer is cached for a second.
    await expect.poll(readiness).toBe(200);
    expect((await askForUser()).status).toBe(expected);
    portal.child.kill('SIGTERM');
    expect(await portal.exited).toBe(0);
    await Promise.all([admin.end(), locker.end()]);
    await own.drop();
  });
};
if (testDatabaseUrl !== undefined) loseConnections(testDatabaseUrl);
