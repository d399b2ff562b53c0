import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOutboxWorker } from '../domain/outbox/worker.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createFakeStripe } from '../testing/fake-stripe.ts';
import { idleHandlers } from '../testing/idle-handlers.ts';
import { createTestPortal } from '../testing/test-portal.ts';
import { startServer } from '../testing/server-process.ts';
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
/** Leaves a database with one signed-in user, and a snapshot of it. */
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

it('restores a damaged database from the newest good snapshot, with its users but without tokens', {
  timeout: 120_000,
}, async () => {
  await fill();
  const [good] = await createSnapshots(join(folder, 'snapshots')).list();
  expect(statSync(good?.file ?? '').mode & 0o777).toBe(0o600);
  // This snapshot contains only the beginning of an archive, as after a power failure.
  const newer = new Date('2026-03-02T10:00:00.000Z');
  const file = join(folder, 'snapshots/2026-03-02T10-00-00-000Z.tar.gz');
  writeFileSync(file, readFileSync(good?.file ?? '').subarray(0, 100_000));
  truncateSync(join(folder, 'database/global/pg_control'), 10);

  const restored = await open('2026-03-03T08:00:00Z');
  expect(restored.restored).toEqual({ takenAt: taken, damaged: [newer] });
  expect(await people(restored)).toEqual([{ id: 'u' }]);
  expect(await sessions(restored)).toEqual([]);
  await restored.close();
});

it('keeps tokens revoked, links used and plans cancelled after a restore', { timeout: 120_000 }, async () => {
  const stripe = createFakeStripe(createFakeClock());
  const before = await open('2026-03-02T08:00:00Z');
  const portal = await createTestPortal({ database: before.database, gateways: { stripe: stripe.gateway } });
  const marie = await portal.emulator.register('marie@example.com', 'a-password');
  const token = await portal.client.signInDirectly(marie);
  const userId: string = (await portal.client.user(token)).json().data.id;
  await portal.portal.billing.purchase(userId, 'en');
  const { id } = stripe.pay(stripe.checkouts()[0]?.id ?? '');
  await portal.portal.billing.refresh(userId);
  await portal.emulator.recover('marie@example.com');
  const link = await portal.jobs.newestLink();
  await before.snapshot(taken);
  await portal.client.signOut(token);
  expect((await portal.client.resetPassword(link, 'another-password')).statusCode).toBe(200);
  stripe.change(id, { status: 'ended' });
  await portal.close();
  await before.close();
  rmSync(join(folder, 'database/PG_VERSION'));

  const restored = await open('2026-03-03T08:00:00Z');
  const after = await createTestPortal({ database: restored.database, gateways: { stripe: stripe.gateway } });
  expect((await after.portal.billing.answer(userId)).isSubscribed).toBe(true);
  const worker = createOutboxWorker({
    database: restored.database,
    clock: after.infrastructure.clock,
    handlers: { ...idleHandlers, ...after.portal.billing.jobs },
    onFailure: () => undefined,
  });
  await worker.runDue();
  expect(await after.portal.billing.answer(userId)).toMatchObject({
    isSubscribed: false,
    subscription: { status: 'ended' },
  });
  expect(await after.client.isSignedIn(token)).toBe(false);
  expect((await after.client.resetPassword(link, 'a-third-password')).statusCode).toBe(410);
  await after.close();
  await restored.close();
});

it('leaves no old session valid when it is killed right after a restore', {
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

it('keeps the newest 24 snapshots', async () => {
  const snapshots = createSnapshots(join(folder, 'many'));
  for (let hour = 0; hour < 26; hour++) await snapshots.write(new Blob(['x']), new Date(hour * 3_600_000));
  const kept = await snapshots.list();
  expect([kept.length, kept[0]?.takenAt, kept.at(-1)?.takenAt]).toEqual([
    24,
    new Date(25 * 3_600_000),
    new Date(2 * 3_600_000),
  ]);
});
