import fs, { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isUnavailable } from '../domain/refusal.ts';
import { startServer } from '../testing/server-process.ts';
import { type OpenedDatabase, openDatabase } from './open-database.ts';
import type { StorageError } from './storage-error.ts';

const storageErrors: StorageError[] = [];
const open = (folder: string): Promise<OpenedDatabase> =>
  openDatabase(
    { kind: 'embedded', folder },
    { onConnectionError: () => undefined, onStorageError: (storageError) => storageErrors.push(storageError) },
  );

const people = 400;
const addPeople = ({ database }: OpenedDatabase) =>
  sql`insert into users (id, playfab_id, language, created_at)
      select 'u' || n, 'P' || n, 'en', now() from generate_series(1, ${sql.lit(people)}) n`.execute(database);
const countPeople = async ({ database }: OpenedDatabase): Promise<number> =>
  (await database.selectFrom('users').select('id').execute()).length;

/** A folder with users, and the path of the file that contains their table. */
let template: string;
let tableFile: string;
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'folder-'));
  const opened = await open(template);
  await addPeople(opened);
  await sql`checkpoint`.execute(opened.database);
  const { rows } = await sql<{ path: string }>`select pg_relation_filepath('users') as path`.execute(opened.database);
  tableFile = join('database', rows[0]?.path ?? '');
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
/** Returns the names and sizes of all files, except the one in which PostgreSQL notes that it runs. */
const filesIn = (place: string): string[] =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.endsWith('postmaster.pid'))
    .map((name) => `${name} ${statSync(join(place, name)).size}`)
    .sort();
const refused = (place: string) => ({
  name: 'DataFolderError',
  message: `The database in ${place} can't be opened: this user may not read and write its files, too many files are open, or the files are damaged. Correct that and start again, or choose another folder by DATA_DIR to begin with an empty database. Nothing was changed.`,
});

describe('a database that cannot be opened', () => {
  it.each(['ENOSPC', 'EACCES', 'EMFILE'])(
    'keeps an intact database in its place and ends the start with one message: %s',
    async (code) => {
      const before = filesIn(folder);
      const openSync = fs.openSync.bind(fs);
      vi.spyOn(fs, 'openSync').mockImplementation((path, ...rest) => {
        if (String(path).includes(join(folder, 'database'))) throw refusal(code);
        return openSync(path, ...rest);
      });
      await expect(open(folder)).rejects.toMatchObject(refused(folder));
      expect(filesIn(folder)).toEqual(before);
      vi.restoreAllMocks();

      const opened = await open(folder);
      expect(await countPeople(opened)).toBe(people);
      await opened.close();
    },
    60_000,
  );

  it.each([
    ['lost its version', () => rmSync(join(folder, 'database/PG_VERSION'))],
    ['has an incomplete control file', () => truncateSync(join(folder, 'database/global/pg_control'), 10)],
    ['lost its log', () => rmSync(join(folder, 'database/pg_wal'), { recursive: true })],
  ])(
    'changes no file of a database that %s, and puts no empty one in its place',
    async (_damage, damage) => {
      damage();
      const before = filesIn(join(folder, 'database'));
      await expect(open(folder)).rejects.toMatchObject(refused(folder));
      expect(filesIn(join(folder, 'database'))).toEqual(before);
      expect(readdirSync(folder).sort()).toEqual(['database', 'lock']);
    },
    60_000,
  );
});

it('ends a first start on a full disk with one message and leaves no incomplete database', async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw refusal('ENOSPC');
  });
  await expect(open(empty)).rejects.toMatchObject(refused(empty));
  expect(readdirSync(empty)).toEqual(['lock']);
}, 60_000);

it('creates a database in place of one that was not complete when its process was killed', async () => {
  const place = join(folder, 'killed');
  mkdirSync(join(place, 'database.making'), { recursive: true });
  fs.writeFileSync(join(place, 'database.making/PG_VERSION'), '17\n');
  fs.writeFileSync(join(place, 'lock'), '');
  const opened = await open(place);
  expect(await countPeople(opened)).toBe(0);
  await opened.close();
  expect(readdirSync(place).sort()).toEqual(['database', 'lock']);
}, 60_000);

it('reports a truncated table when a statement reads it', async () => {
  truncateSync(join(folder, tableFile), statSync(join(folder, tableFile)).size - 8_192);
  const opened = await open(folder);
  const last = opened.database.selectFrom('users').selectAll().where('id', '=', `u${people}`);
  await expect(last.execute()).rejects.toMatchObject({ code: 'XX001' });
  expect(storageErrors).toEqual(['damaged']);
  await opened.close();
}, 60_000);

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

it('ends the start with one message when the folder has the tables of an unreleased version', async () => {
  const opened = await open(folder);
  await sql`drop table migrations`.execute(opened.database);
  await opened.close();
  const server = await startServer({ DATA_DIR: folder });
  expect(await server.exited).toBe(1);
  expect(server.output().trim().split('\n')).toEqual([
    'The database contains tables that this program did not create there: use an empty one. In development, delete the folder .data.',
  ]);
}, 60_000);
