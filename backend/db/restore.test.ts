import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOutboxWorker } from '../domain/outbox/worker.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createFakeStripe } from '../testing/fake-stripe.ts';
import { idleHandlers } from '../testing/idle-handlers.ts';
import { createTestPortal } from '../testing/test-portal.ts';
import { buildFolder } from '../testing/build-folder.ts';
import { freePorts, startServer } from '../testing/server-process.ts';
import { type OpenedDatabase, openDatabase } from './open-database.ts';
import { createSnapshots } from './snapshots.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'restore-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (time: string) =>
  openDatabase({ kind: 'embedded', folder }, { now: new Date(time), onConnectionError: () => undefined });
const people = ({ database }: OpenedDatabase) => database.selectFrom('users').select('id').execute();
const sessions = ({ database }: OpenedDatabase) => database.selectFrom('sessions').select('user_id').execute();

const taken = new Date('2026-03-02T09:00:00.000Z');
/** Leaves a database with one person, who is signed in, and a snapshot of it. */
const fill = async (): Promise<void> => {
  const opened = await open('2026-03-02T08:00:00Z');
  expect(opened.restored).toBeNull();
  const person = { id: 'u', playfab_id: 'AB', language: 'fr', created_at: taken } as const;
  await opened.database.insertInto('users').values(person).execute();
  const session = { token_hash: 'h', user_id: 'u', chain_started_at: taken, expires_at: new Date('2030-01-01') };
  await opened.database.insertInto('sessions').values(session).execute();
  await opened.snapshot(taken);
  await opened.close();
};

it('a damaged database comes back from the newest good snapshot: people are there, tokens are not', {
  timeout: 120_000,
}, async () => {
  await fill();
  const [good] = await createSnapshots(join(folder, 'snapshots')).list();
  expect(statSync(good?.file ?? '').mode & 0o777).toBe(0o600);
  writeFileSync(join(folder, 'snapshots/2026-03-02T10-00-00-000Z.tar.gz'), 'no archive');
  truncateSync(join(folder, 'database/global/pg_control'), 10);

  const restored = await open('2026-03-03T08:00:00Z');
  expect(restored.restored).toEqual({ takenAt: taken, skipped: ['2026-03-02T10-00-00-000Z.tar.gz'] });
  expect(await people(restored)).toEqual([{ id: 'u' }]);
  expect(await sessions(restored)).toEqual([]);
  await restored.close();
});

/** Removes the second half of a snapshot. */
const cutSnapshot = (name: string): void => {
  const file = join(folder, 'snapshots', name);
  truncateSync(file, Math.floor(statSync(file).size / 2));
};

it('restores the older snapshot and reports the newest one when that is cut off', { timeout: 120_000 }, async () => {
  await fill();
  copyFileSync(
    join(folder, 'snapshots/2026-03-02T09-00-00-000Z.tar.gz'),
    join(folder, 'snapshots/2026-03-02T10-00-00-000Z.tar.gz'),
  );
  cutSnapshot('2026-03-02T10-00-00-000Z.tar.gz');
  truncateSync(join(folder, 'database/global/pg_control'), 10);

  const server = await startServer({ DATA_DIR: folder });
  await server.ready;
  server.child.kill('SIGKILL');
  await server.exited;
  expect(server.output()).toContain('replaced by the snapshot of 2026-03-02T09:00:00.000Z');
  expect(server.output()).toContain('2026-03-02T10-00-00-000Z.tar.gz');
});

const filesOf = () => readdirSync(folder).filter((name) => name.startsWith('database'));

it('leaves the folder as it is when the database and every snapshot are damaged', { timeout: 120_000 }, async () => {
  await fill();
  cutSnapshot('2026-03-02T09-00-00-000Z.tar.gz');
  truncateSync(join(folder, 'database/global/pg_control'), 10);
  for (const _start of ['first', 'second']) {
    await expect(open('2026-03-03T08:00:00Z')).rejects.toThrow(/damaged.*2026-03-02T09-00-00-000Z\.tar\.gz/);
  }
  expect(filesOf()).toContain('database');
});

it('stops with a message and keeps an intact database whose file cannot be read', { timeout: 120_000 }, async () => {
  await fill();
  const file = join(folder, 'database/global/pg_control');
  chmodSync(file, 0o000);
  await expect(open('2026-03-03T08:00:00Z')).rejects.toThrow(
    'could not open file "global/pg_control": Permission denied',
  );
  expect(filesOf()).toEqual(['database']);
  chmodSync(file, 0o600);
  const opened = await open('2026-03-03T08:00:00Z');
  expect([opened.restored, await people(opened)]).toEqual([null, [{ id: 'u' }]]);
  await opened.close();
});

it('stops with a message and keeps an intact database when file handles run out', { timeout: 120_000 }, async () => {
  await fill();
  const limited = spawnSync('sh', ['-c', 'ulimit -n 32 && exec "$0" "$@"', process.execPath, 'backend/main.ts'], {
    env: { ...(await freePorts()), BUILD_FOLDER: buildFolder(), DATA_DIR: folder },
    encoding: 'utf8',
  });
  expect([limited.status, limited.stderr]).toEqual([
    1,
    expect.stringMatching(/^The database in .* can't be opened: .*limit of open files/),
  ]);
  expect(filesOf()).toEqual(['database']);
});

it('creates no empty database beside a damaged one that has no snapshot', { timeout: 120_000 }, async () => {
  await fill();
  rmSync(join(folder, 'snapshots'), { recursive: true });
  renameSync(join(folder, 'database'), join(folder, 'database.damaged-2026-03-02T10-00-00-000Z'));
  await expect(open('2026-03-03T08:00:00Z')).rejects.toThrow('database.damaged-2026-03-02T10-00-00-000Z');
  expect(filesOf()).toEqual(['database.damaged-2026-03-02T10-00-00-000Z']);
});

/** Ends a process that has the database open, and returns the path of the file that holds the table `users`. */
const killWhileOpen = (): string => {
  const program = `
    import { writeSync } from 'node:fs';
    import { PGlite } from '@electric-sql/pglite';
    const pglite = await PGlite.create(${JSON.stringify(join(folder, 'database'))});
    await pglite.exec('vacuum users');
    await pglite.exec('checkpoint');
    const { rows } = await pglite.query("select pg_relation_filepath('users') as file");
    writeSync(1, rows[0].file);
    process.kill(process.pid, 'SIGKILL');`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return join(folder, 'database', stdout);
};

it('restores a snapshot when a table is truncated after an unclean stop', { timeout: 120_000 }, async () => {
  await fill();
  truncateSync(killWhileOpen(), 0);
  const restored = await open('2026-03-03T08:00:00Z');
  expect(restored.restored).toEqual({ takenAt: taken, skipped: [] });
  expect(await people(restored)).toEqual([{ id: 'u' }]);
  await restored.close();
});

const restoreCommand = (...args: string[]) =>
  spawnSync(process.execPath, ['backend/restore-command.ts', ...args], {
    env: { DATA_DIR: folder },
    encoding: 'utf8',
  });

it('lists the snapshots and restores the one that the command names', { timeout: 120_000 }, async () => {
  await fill();
  const later = await open('2026-03-02T10:00:00Z');
  await later.database.deleteFrom('users').execute();
  await later.snapshot(new Date('2026-03-02T10:00:00.000Z'));
  const locked = restoreCommand('--from', '2026-03-02T09-00-00-000Z.tar.gz');
  expect([locked.status, locked.stderr]).toEqual([1, expect.stringContaining('Another server is using')]);
  await later.close();

  expect(
    restoreCommand('--list')
      .stdout.split('\n')
      .map((line) => line.split(' ')[0]),
  ).toEqual(['2026-03-02T10-00-00-000Z.tar.gz', '2026-03-02T09-00-00-000Z.tar.gz', '']);
  const unknown = restoreCommand('--from', 'yesterday');
  expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining('has no snapshot yesterday')]);
  const done = restoreCommand('--from', '2026-03-02T09-00-00-000Z.tar.gz');
  expect([done.status, done.stderr]).toEqual([0, '']);
  const restored = await open('2026-03-03T08:00:00Z');
  expect(await people(restored)).toEqual([{ id: 'u' }]);
  expect(await sessions(restored)).toEqual([]);
  await restored.close();
});

it('revoked token and used link stay so; a cancelled plan is cancelled', { timeout: 120_000 }, async () => {
  const stripe = createFakeStripe(createFakeClock());
  const before = await open('2026-03-02T08:00:00Z');
  const portal = await createTestPortal({ database: before.database, stripe: stripe.gateway });
  const marie = await portal.register('marie@example.com', 'a-password');
  const token = await portal.signInDirectly(marie);
  const userId: string = (await portal.user(token)).json().data.id;
  await portal.portal.billing.purchase(userId, 'en');
  const { id } = stripe.pay(stripe.checkouts()[0]?.id ?? '');
  await portal.portal.billing.refresh(userId);
  await portal.recover('marie@example.com');
  const link = await portal.newestLink();
  await before.snapshot(taken);
  await portal.signOut(token);
  expect((await portal.resetPassword(link, 'another-password')).statusCode).toBe(200);
  stripe.change(id, { status: 'ended' });
  await portal.close();
  await before.close();
  rmSync(join(folder, 'database/PG_VERSION'));

  const restored = await open('2026-03-03T08:00:00Z');
  const after = await createTestPortal({ database: restored.database, stripe: stripe.gateway });
  expect((await after.portal.billing.answer(userId)).isSubscribed).toBe(true);
  const worker = createOutboxWorker({
    database: restored.database,
    clock: after.clock,
    handlers: { ...idleHandlers, ...after.portal.billing.jobs },
    onFailure: () => undefined,
  });
  await worker.runDue();
  expect(await after.portal.billing.answer(userId)).toMatchObject({
    isSubscribed: false,
    subscription: { status: 'ended' },
  });
  expect(await after.isSignedIn(token)).toBe(false);
  expect((await after.resetPassword(link, 'a-third-password')).statusCode).toBe(410);
  await after.close();
  await restored.close();
});

it('a kill as soon as the restored database has taken its place leaves no old session alive', {
  timeout: 120_000,
}, async () => {
  await fill();
  rmSync(join(folder, 'database/PG_VERSION'));
  const server = await startServer({ DATA_DIR: folder });
  for await (const _change of watch(folder)) if (existsSync(join(folder, 'database/PG_VERSION'))) break;
  server.child.kill('SIGKILL');
  await server.exited;
  expect(server.output()).not.toContain('Portal');

  const opened = await open('2026-03-03T08:00:00Z');
  expect(opened.restored).toBeNull();
  expect(await people(opened)).toEqual([{ id: 'u' }]);
  expect(await sessions(opened)).toEqual([]);
  await opened.close();
});

it('the newest 24 snapshots are kept', async () => {
  const snapshots = createSnapshots(join(folder, 'many'));
  for (let hour = 0; hour < 26; hour++) await snapshots.write(new Blob(['x']), new Date(hour * 3_600_000));
  const kept = await snapshots.list();
  expect([kept.length, kept[0]?.takenAt, kept.at(-1)?.takenAt]).toEqual([
    24,
    new Date(25 * 3_600_000),
    new Date(2 * 3_600_000),
  ]);
});
