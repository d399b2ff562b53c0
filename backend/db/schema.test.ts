import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { closeAfterAll, createTestDatabase } from '../testing/test-database.ts';
import { onPglite, openPglite } from './database.ts';
import { migrate, migrationNames, statementsOf } from './migrate.ts';

const test = await closeAfterAll(createTestDatabase());

it('accepts any language, so that a new one needs no migration', async () => {
  const { rows } = await sql`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'c' and connamespace = current_schema()::regnamespace
      and pg_get_constraintdef(oid) like '%language%'`.execute(test.database);
  expect(rows).toEqual([]);
});

describe('the data about a child', () => {
  const columnsOf = async (table: string): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} order by ordinal_position`.execute(test.database);
    return rows.map(({ name }) => name);
  };

  it('stores no name, address, device or user agent beside a student', async () => {
    expect(await columnsOf('students')).toEqual(['classroom_id', 'code', 'active']);
    const progress = 'classroom_id era student_code package concept total levels done played_at changed_at';
    expect(await columnsOf('progress')).toEqual(progress.split(' '));
  });

  it('references a student from no other table', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'students'::regclass`.execute(test.database);
    expect(rows).toEqual([{ name: 'progress' }]);
  });
});

/** The statements that leave everything in place that the previous release reads and writes. */
const expanding: readonly RegExp[] = [
  /^create (table|sequence) /,
  /^create index /,
  // A column that the previous release does not fill.
  /^alter table \w+ add column (?!.* not null)[^,]*$/,
  /^alter table \w+ add column .* not null default [^,]*$/,
  /^alter table \w+ alter column \w+ (drop not null|set default [^,]*)$/,
  // The names that PostgreSQL gives to the rules of columns; keys end differently, and statements may need them.
  /^alter table \w+ drop constraint \w+_check$/,
  /^(insert into|update) /,
];

/** Returns the statements without comments, each in one line. */
const linesOf = async (name: string): Promise<string[]> =>
  (await statementsOf(name)).map((statement) => statement.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim());

const [first, ...later] = await migrationNames();

it('finds only statements that add in every file after the schema', async () => {
  expect(first).toBe('001-schema');
  const statements = (await Promise.all(later.map(linesOf))).flat();
  expect(statements.filter((statement) => !expanding.some((form) => form.test(statement)))).toEqual([]);
});

describe('a start', () => {
  it('ends with one message when the user of DATABASE_URL may not create tables', async () => {
    const pglite = await openPglite();
    await pglite.exec('revoke create on schema public from public; create role guest; set role guest');
    const database = onPglite(pglite);
    await expect(migrate(database)).rejects.toMatchObject({
      name: 'DatabaseUnavailableError',
      message:
        'The user of DATABASE_URL may not create tables: grant CREATE on the schema, or make the user the owner of the database.',
    });
    await database.destroy();
  }, 30_000);

  it('refuses tables that it did not create, and changes nothing', async () => {
    const { database, close } = await createTestDatabase();
    await sql`drop table migrations`.execute(database);
    await expect(migrate(database)).rejects.toThrow('contains tables that this program did not create there');
    expect((await sql`select 1 where to_regclass('migrations') is null`.execute(database)).rows).toHaveLength(1);
    await close();
  });

  it('accepts the database of a later release, which only added to it', async () => {
    const { database, close } = await createTestDatabase();
    await sql`insert into migrations (name) values ('999-later')`.execute(database);
    await expect(migrate(database)).resolves.toBeUndefined();
    await close();
  });
});
