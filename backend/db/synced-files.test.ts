import { fsyncSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { syncedFiles } from './synced-files.ts';

it('syncs the log of the embedded database to the disk before a commit is acknowledged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'synced-'));
  let syncs = 0;
  const files = syncedFiles(join(folder, 'database'), (handle) => {
    syncs += 1;
    fsyncSync(handle);
  });
  const pglite = await PGlite.create(files);
  await pglite.exec('create table notes (text text)');
  syncs = 0;
  await pglite.query("insert into notes values ('one')");
  expect(syncs).toBe(1);
  await pglite.query('select * from notes');
  expect(syncs).toBe(1);
  await pglite.close();
  rmSync(folder, { recursive: true });
});
