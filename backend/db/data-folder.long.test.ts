import fs, { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenedDatabase, openDatabase } from './open-database.ts';

const open = (folder: string): Promise<OpenedDatabase> =>
  openDatabase({ kind: 'embedded', folder }, { onConnectionError: () => undefined });

const people = 400;
const addPeople = ({ database }: OpenedDatabase) =>
  sql`insert into users (id, playfab_id, language, created_at)
      select 'u' || n, 'P' || n, 'en', now() from generate_series(1, ${sql.lit(people)}) n`.execute(database);
const countPeople = async ({ database }: OpenedDatabase): Promise<number> =>
  (await database.selectFrom('users').select('id').execute()).length;

/** A folder with users. */
let template: string;
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'folder-'));
  const opened = await open(template);
  await addPeople(opened);
  await opened.close();
}, 120_000);
afterAll(() => rmSync(template, { recursive: true }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folder-'));
  fs.cpSync(template, folder, { recursive: true });
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
  message: `The database in ${place} can't be opened: the disk is full, this user may not read and write its files, too many files are open, or the files are damaged. Correct that and start again, or choose another folder by DATA_DIR to begin with an empty database. Nothing was changed.`,
});

describe('a database that cannot be opened', () => {
  it('keeps an intact database in its place and ends the start with one message', async () => {
    const before = filesIn(folder);
    const openSync = fs.openSync.bind(fs);
    vi.spyOn(fs, 'openSync').mockImplementation((path, ...rest) => {
      if (String(path).includes(join(folder, 'database'))) throw refusal('EMFILE');
      return openSync(path, ...rest);
    });
    await expect(open(folder)).rejects.toMatchObject(refused(folder));
    expect(filesIn(folder)).toEqual(before);
    vi.restoreAllMocks();

    const opened = await open(folder);
    expect(await countPeople(opened)).toBe(people);
    await opened.close();
  }, 60_000);

  it('changes no file of a damaged database, and puts no empty one in its place', async () => {
    rmSync(join(folder, 'database/PG_VERSION'));
    const before = filesIn(join(folder, 'database'));
    await expect(open(folder)).rejects.toMatchObject(refused(folder));
    expect(filesIn(join(folder, 'database'))).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(['database', 'lock']);
  }, 60_000);
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
