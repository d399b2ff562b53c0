import fs, { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, afterAll, describe, expect, it, vi } from 'vitest';
import { isUnavailable } from '../domain/unavailable.ts';
import { startServer } from '../testing/server-process.ts';
import { listSnapshots, restoreSnapshot } from './data-folder.ts';
import { keepSnapshot, type OpenedDatabase, openDatabase } from './open-database.ts';
import type { StorageError } from './storage-error.ts';

const storageErrors: StorageError[] = [];
const open = (folder: string, time = '2026-03-02T08:00:00Z'): Promise<OpenedDatabase> =>
  openDatabase(
    { kind: 'embedded', folder },
    {
      now: new Date(time),
      onConnectionError: () => undefined,
      onStorageError: (storageError) => storageErrors.push(storageError),
    },
  );

const people = 400;
const addPeople = ({ database }: OpenedDatabase) =>
  sql`insert into users (id, playfab_id, language, created_at)
      select 'u' || n, 'P' || n, 'en', now() from generate_series(1, ${sql.lit(people)}) n`.execute(database);
const countPeople = async ({ database }: OpenedDatabase): Promise<number> =>
  (await database.selectFrom('users').select('id').execute()).length;

/** A folder with users, a snapshot of them, and the path of the file that contains their table. */
let template: string;
let tableFile: string;
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'folder-'));
  const opened = await open(template);
  await addPeople(opened);
  await sql`checkpoint`.execute(opened.database);
  const { rows } = await sql<{ path: string }>`select pg_relation_filepath('users') as path`.execute(opened.database);
  tableFile = join('database', rows[0]?.path ?? '');
  await opened.snapshot(new Date('2026-03-02T08:30:00Z'));
  await opened.close();
}, 120_000);
afterAll(() => rmSync(template, { recursive: true }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folder-'));
  fs.cpSync(template, folder, { recursive: true });
  storageErrors.splice(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const refusal = (code: string) => Object.assign(new Error(`${code}: the machine refuses`), { code });
const damagedFolders = () => readdirSync(folder).filter((name) => name.includes('damaged'));

describe('an intact database on a machine that refuses', () => {
  it.each(['ENOSPC', 'EACCES', 'EMFILE'])(
    'keeps an intact database in its place and ends the start with one message: %s',
    async (code) => {
      const openSync = fs.openSync.bind(fs);
      vi.spyOn(fs, 'openSync').mockImplementation((path, ...rest) => {
        if (String(path).includes(join(folder, 'database'))) throw refusal(code);
        return openSync(path, ...rest);
      });
      await expect(open(folder)).rejects.toMatchObject({
        name: 'DataFolderError',
        message: expect.stringContaining(code),
      });
      expect(damagedFolders()).toEqual([]);
      vi.restoreAllMocks();

      const opened = await open(folder);
      expect([await countPeople(opened), opened.restored]).toEqual([people, null]);
      await opened.close();
    },
    60_000,
  );

  it('keeps a damaged database in its place when the disk is too full for the snapshot', async () => {
    rmSync(join(folder, 'database/PG_VERSION'));
    vi.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw refusal('ENOSPC');
    });
    await expect(open(folder)).rejects.toMatchObject({ name: 'DataFolderError' });
    expect(damagedFolders()).toEqual([]);
    expect(existsSync(join(folder, tableFile))).toBe(true);
  }, 60_000);
});

it('ends a first start on a full disk with one message and leaves no incomplete database', async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw refusal('ENOSPC');
  });
  await expect(open(empty)).rejects.toMatchObject({
    name: 'DataFolderError',
    message: `The database in ${empty} can't be used (ENOSPC): the disk is full. Free some space, then start again. Nothing was changed.`,
  });
  expect(readdirSync(empty)).toEqual(['lock']);
}, 60_000);

describe('a folder without a database', () => {
  it('creates no empty database when a damaged one is kept beside it and no snapshot is left', async () => {
    rmSync(join(folder, 'snapshots'), { recursive: true });
    fs.renameSync(join(folder, 'database'), join(folder, 'database.damaged-2026-03-01T00-00-00-000Z'));
    await expect(open(folder)).rejects.toMatchObject({
      name: 'DataFolderError',
      message: expect.stringContaining('no snapshot is good'),
    });
    expect(existsSync(join(folder, 'database'))).toBe(false);
  });

  it('restores the newest snapshot into an empty folder', async () => {
    rmSync(join(folder, 'database'), { recursive: true });
    mkdirSync(join(folder, 'database'));
    const opened = await open(folder);
    expect(await countPeople(opened)).toBe(people);
    await opened.close();
  }, 60_000);
});

describe('a truncated table', () => {
  const loseEnd = () => truncateSync(join(folder, tableFile), statSync(join(folder, tableFile)).size - 8_192);

  it('finds a truncated table at the start after an unclean stop, and restores a snapshot', async () => {
    loseEnd();
    fs.writeFileSync(join(folder, 'open'), '');
    const opened = await open(folder);
    expect(opened.restored).not.toBeNull();
    expect([await countPeople(opened), damagedFolders().length]).toEqual([people, 1]);
    await opened.close();
  }, 60_000);

  it('reports a truncated table when a statement reads it, writes no snapshot of it, and restores one at the next start', async () => {
    loseEnd();
    const opened = await open(folder);
    const last = opened.database.selectFrom('users').selectAll().where('id', '=', `u${people}`);
    await expect(last.execute()).rejects.toMatchObject({ code: 'XX001' });
    expect(storageErrors).toEqual(['damaged']);
    await opened.snapshot(new Date('2026-03-02T10:00:00Z'));
    await opened.close();
    expect(await listSnapshots(folder)).toHaveLength(1);

    const again = await open(folder);
    expect([await countPeople(again), again.restored === null]).toEqual([people, false]);
    await again.close();
  }, 60_000);
});

describe('a disk that fills up while the server runs', () => {
  it('makes writing calls unavailable and the server not ready while the disk is full, and loses nothing', async () => {
    const opened = await open(folder);
    expect(await opened.hasSpace()).toBe(true);
    const full = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw refusal('ENOSPC');
    });
    const failure: unknown =
      await sql`create table big as select repeat('x', 2000) as text from generate_series(1, 30000)`
        .execute(opened.database)
        .catch((error: unknown) => error);
    expect(isUnavailable(failure)).toBe(true);
    expect([storageErrors.includes('full'), await opened.hasSpace()]).toEqual([true, false]);
    full.mockRestore();
    expect(await countPeople(opened)).toBe(people);
    await opened.close();
  }, 60_000);
});

describe('keepSnapshot', () => {
  it.each([
    ['there is none', null, 1],
    ['the newest is older than the limit', new Date('2026-03-02T06:59:00Z'), 1],
    ['the newest is recent', new Date('2026-03-02T07:30:00Z'), 0],
  ])('takes a snapshot when %s', async (_when, newest, expected) => {
    const snapshot = vi.fn(async () => undefined);
    const opened = { newestSnapshot: async () => newest, snapshot };
    await keepSnapshot(opened, { now: new Date('2026-03-02T08:00:00Z'), age: 3_600_000 });
    expect(snapshot).toHaveBeenCalledTimes(expected);
  });
});

describe('npm run restore', () => {
  const name = '2026-03-02T08-30-00-000Z.tar.gz';

  it('replaces the database by the named snapshot and keeps the old one beside it', async () => {
    const opened = await open(folder);
    await sql`delete from users`.execute(opened.database);
    await opened.close();
    expect((await listSnapshots(folder)).map((snapshot) => snapshot.name)).toEqual([name]);
    await restoreSnapshot(folder, name, new Date('2026-03-02T09:00:00Z'));
    expect(readdirSync(folder)).toContain('database.replaced-2026-03-02T09-00-00-000Z');
    const restored = await open(folder);
    expect(await countPeople(restored)).toBe(people);
    await restored.close();
  }, 60_000);

  it('refuses a snapshot that does not exist, and a folder that a server uses', async () => {
    const now = new Date();
    await expect(restoreSnapshot(folder, '../database', now)).rejects.toMatchObject({ name: 'DataFolderError' });
    const opened = await open(folder);
    await expect(restoreSnapshot(folder, name, now)).rejects.toMatchObject({
      message: expect.stringContaining('Another server is using'),
    });
    await opened.close();
  }, 60_000);
});

it('ends the start with one message when a newer program has removed what this one needs', async () => {
  const opened = await open(folder);
  await sql`insert into kysely_migration (name, timestamp) values ('999-future.from-99.0.0', '2030-01-01')`.execute(
    opened.database,
  );
  await opened.close();
  const server = await startServer({ DATA_DIR: folder });
  expect(await server.exited).toBe(1);
  expect(server.output().trim().split('\n')).toEqual([
    'A newer version of this program has removed what this version needs from the database (999-future.from-99.0.0). Start that version, or restore a backup from before the change.',
  ]);
}, 60_000);
