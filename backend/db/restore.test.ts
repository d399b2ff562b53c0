import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openDatabase } from './open-database.ts';
import { createSnapshots } from './snapshots.ts';

const folder = mkdtempSync(join(tmpdir(), 'restore-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (time: string) =>
  openDatabase({ kind: 'embedded', folder }, { now: new Date(time), onIdleError: () => undefined });

it('a damaged database comes back from the newest good snapshot: people are there, tokens are not', {
  timeout: 120_000,
}, async () => {
  const taken = new Date('2026-03-02T09:00:00.000Z');
  const first = await open('2026-03-02T08:00:00Z');
  expect(first.restoredFrom).toBeNull();
  const person = { id: 'u', playfab_id: 'AB', language: 'fr', created_at: taken } as const;
  await first.database.insertInto('users').values(person).execute();
  const session = { token_hash: 'h', user_id: 'u', chain_started_at: taken, expires_at: new Date('2030-01-01') };
  await first.database.insertInto('sessions').values(session).execute();
  await first.snapshot(taken);
  await first.close();

  const snapshots = createSnapshots(join(folder, 'snapshots'));
  const [good] = await snapshots.list();
  expect(statSync(good?.file ?? '').mode & 0o777).toBe(0o600);
  writeFileSync(join(folder, 'snapshots/2026-03-02T10-00-00-000Z.tar.gz'), 'no archive');
  truncateSync(join(folder, 'database/global/pg_control'), 10);

  const second = await open('2026-03-03T08:00:00Z');
  expect(second.restoredFrom).toEqual(taken);
  expect(await second.database.selectFrom('users').select('id').execute()).toEqual([{ id: 'u' }]);
  expect(await second.database.selectFrom('sessions').selectAll().execute()).toEqual([]);
  await second.close();
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
