import { spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { requireSpaceToRun } from './db/free-space.ts';
import { openDatabase } from './db/open-database.ts';
import { isUnavailable } from './domain/unavailable.ts';
import { ask } from './testing/parent-calls.ts';
import { type ServerProcess, startServer } from './testing/server-process.ts';
import { mountSmallDisk, type SmallDisk } from './testing/small-disk.ts';

it('treats an embedded database without free disk space as unavailable', async () => {
  // Linux says that nothing is free here.
  const error = await requireSpaceToRun('/proc').catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
});

it('exits with a message when PostgreSQL cannot write its log any more, and keeps what was acknowledged', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'panic-'));
  const options = { now: new Date('2026-03-02T08:00:00Z'), onConnectionError: () => undefined };
  const opened = await openDatabase({ kind: 'embedded', folder }, options);
  await opened.close();
  const log = join(folder, 'database/pg_wal');
  const program = `
    import { renameSync } from 'node:fs';
    import { sql } from 'kysely';
    import { openDatabase } from './backend/db/open-database.ts';
    const options = { now: new Date(), onConnectionError: () => undefined };
    const { database } = await openDatabase({ kind: 'embedded', folder: ${JSON.stringify(folder)} }, options);
    const person = { id: 'u', playfab_id: 'AB', language: 'fr', created_at: new Date() };
    await database.insertInto('users').values(person).execute();
    renameSync(${JSON.stringify(log)}, ${JSON.stringify(`${log}.away`)});
    await sql\`select pg_switch_wal()\`.execute(database);
    await database.insertInto('users').values({ ...person, id: 'v', playfab_id: 'CD' }).execute();`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([ended.status, ended.stderr]).toEqual([
    1,
    expect.stringMatching(/^The embedded database stopped: could not /),
  ]);
  renameSync(`${log}.away`, log);
  const again = await openDatabase({ kind: 'embedded', folder }, options);
  expect(await again.database.selectFrom('users').select('id').execute()).toEqual([{ id: 'u' }]);
  await again.close();
  rmSync(folder, { recursive: true });
});

/** Only an administrator may mount a disk that is small enough to fill. */
const fillDisks = (): void => {
  describe('on a small disk', () => {
    let disk: SmallDisk;
    let server: ServerProcess;
    const mount = (size: number): void => {
      const mounted = mountSmallDisk(size);
      if (mounted === null) throw new Error('The first disk could be mounted, and this one could not.');
      disk = mounted;
    };
    const start = async (): Promise<void> => {
      server = await startServer({ DATA_DIR: join(disk.folder, 'data') });
    };
    afterEach(async () => {
      server.child.kill('SIGKILL');
      await server.exited;
      disk.unmount();
    });

    it('does not start on a disk of 20 MB: one sentence that names the folder and the space, exit 1', async () => {
      mount(20);
      await start();
      expect(await server.exited).toBe(1);
      expect(server.output()).toBe(
        `The disk of the data folder ${join(disk.folder, 'data')} has 19 MiB left, and the database needs 96 MiB. Free some space, or choose another folder by DATA_DIR.\n`,
      );
    });

    it('answers 503 while the disk is full, /readyz included, and recovers when there is space again', {
      timeout: 120_000,
    }, async () => {
      mount(200);
      await start();
      await server.ready;
      const origin = `http://127.0.0.1:${server.port}`;
      const statuses = async () => [
        (await fetch(`${origin}/readyz`)).status,
        (await ask(origin, apiPaths.user, 'x'.repeat(43))).status,
        (await fetch(`${origin}/healthz`)).status,
      ];
      const before = await statuses();
      disk.fill(8);
      expect(await statuses()).toEqual([503, 503, 200]);
      disk.empty();
      expect(await statuses()).toEqual(before);
      disk.fill(8);
      server.child.kill('SIGKILL');
      await server.exited;
      await start();
      expect(await server.exited).toBe(1);
      expect(server.output()).toMatch(
        /^The disk of the data folder .* has 8 MiB left, and the database needs 32 MiB\./,
      );
    });
  });
};
const probe = mountSmallDisk(1);
probe?.unmount();
if (probe !== null) fillDisks();
