import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isUnavailable } from '../domain/refusal.ts';
import { usersRepository } from '../store/accounts.repository.ts';
import { createEmptyDatabase, testDatabaseUrl } from '../testing/database-template.ts';
import { closeAfterAll, createTestDatabase } from '../testing/test-database.ts';
import { type Database, onPostgres } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';

const test = await closeAfterAll(createTestDatabase());
await sql`create table notes (id bigint generated always as identity, text text not null)`.execute(test.database);

const note = (text: string) => sql`insert into notes (text) values (${text})`;
const notes = async (): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`select text from notes order by id`.execute(test.database);
  return rows.map((row) => row.text);
};

describe('the database', () => {
  it('keeps a write that runs beside another request’s failing transaction', async () => {
    const begun = Promise.withResolvers<void>();
    const beside = begun.promise.then(() => note('beside').execute(test.database));
    const failing = test.database.transaction().execute(async (trx) => {
      await note('inside').execute(trx);
      begun.resolve();
      await note('inside, later').execute(trx);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await beside;
    expect(await notes()).toEqual(['beside']);
  });

  it('rejects a transaction that a swallowed error had ended', async () => {
    const swallowing = test.database.transaction().execute(async (trx) => {
      await note('lost').execute(trx);
      await sql`select 1 / 0`.execute(trx).catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow();
    expect(await notes()).not.toContain('lost');
  });

  it('reports a write on a replica as unavailable', async () => {
    const failure = await test.database
      .transaction()
      .execute(async (trx) => {
        await sql`set transaction read only`.execute(trx);
        await note('lost').execute(trx);
      })
      .catch((error: unknown) => error);
    expect(isUnavailable(failure)).toBe(true);
  });

  it('returns the same JavaScript values on both engines', async () => {
    const { rows } = await sql`select
      count(*) as bigint, 1.50::numeric as numeric, 1.5::float8 as float, '\\x00ff'::bytea as bytes, date '2026-03-02' as day,
      timestamptz '2026-03-02T10:00:00+01' as moment, '{"a":[1]}'::jsonb as json, '{a,b}'::text[] as list,
      interval '1 day' as span, true as truth, null as nothing`.execute(test.database);
    expect(rows).toEqual([
      {
        bigint: 1,
        numeric: '1.50',
        float: 1.5,
        bytes: Buffer.from([0, 255]),
        day: '2026-03-02',
        moment: new Date('2026-03-02T09:00:00Z'),
        json: { a: [1] },
        list: ['a', 'b'],
        span: '1 day',
        truth: true,
        nothing: null,
      },
    ]);
  });

  it('counts the rows that a change touched', async () => {
    await test.database.insertInto('rate_limits').values({ key: 'k', count: 1, endsAt: new Date() }).execute();
    const gone = await test.database.deleteFrom('rate_limits').where('key', '=', 'k').executeTakeFirst();
    expect(gone.numDeletedRows).toBe(1n);
  });

  it('applies a later file once, and keeps the existing rows', async () => {
    await note('kept').execute(test.database);
    const before = await notes();
    const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    cpSync('backend/db/migrations', folder, { recursive: true });
    writeFileSync(join(folder, '002-author.sql'), 'alter table notes add column author text;\n');
    for (let time = 0; time < 2; time += 1) await migrate(test.database, pathToFileURL(`${folder}/`));
    expect(await notes()).toEqual(before);
    await sql`alter table notes drop column author`.execute(test.database);
  });
});

/** Left out on PGlite, which has one process with one session, that no pooler shares and no server ends. */
const describePostgres = (server: string) =>
  describe('PostgreSQL', async () => {
    const empty = await createEmptyDatabase(server);
    afterAll(() => empty.drop());
    const open = (onConnectionError: (error: Error) => void = () => undefined): Database =>
      onPostgres(empty.url, onConnectionError);

    it('runs each migration once when processes start together', async () => {
      const processes = [1, 2, 3, 4].map(() => open());
      const ended = await Promise.allSettled(processes.map((database) => migrate(database)));
      await Promise.all(processes.map((database) => database.destroy()));
      expect(ended.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    });

    it('keeps the plan of a statement that requests run often, and none of other statements', async () => {
      const database = open();
      await migrate(database);
      const plans = await database.transaction().execute(async (trx) => {
        await usersRepository(trx).find('nobody');
        await usersRepository(trx).ofPlayfabId('nobody');
        return sql<{ name: string }>`select name from pg_prepared_statements`.execute(trx);
      });
      expect(plans.rows).toEqual([{ name: 'find user' }]);
      await database.destroy();
    });

    it('is overloaded while requests wait, and the last one waited for more than a second', async () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      onTestFinished(() => void vi.useRealTimers());
      const opened = await openDatabase({ kind: 'postgres', url: empty.url }, { onConnectionError: () => undefined });
      const { database, isOverloaded, close } = opened;
      onTestFinished(close);
      const hold = () => database.startTransaction().execute();
      const held = await Promise.all(Array.from({ length: 10 }, hold));
      const waiting = [hold(), hold()];
      await vi.waitUntil(() => opened.connections()?.waiting === 2);
      expect(isOverloaded()).toBe(false);
      vi.advanceTimersByTime(1_001);
      await held.pop()?.rollback().execute();
      held.push(await Promise.race(waiting));
      expect(isOverloaded()).toBe(true);
      await Promise.all(held.map((trx) => trx.rollback().execute()));
      for (const one of await Promise.all(waiting))
        if (!one.isCommitted && !one.isRolledBack) await one.rollback().execute();
      expect(isOverloaded()).toBe(false);
    });

    /** Opens the portal's database with a setting of the database, like a server that another person set up. */
    const openWith = async (name: string, value: string, prepare = sql`select 1`) => {
      const other = await createEmptyDatabase(server);
      const database = onPostgres(other.url, () => undefined);
      await migrate(database);
      await prepare.execute(database);
      await sql`alter database ${sql.id(other.name)} set ${sql.raw(name)} to ${sql.lit(value)}`.execute(database);
      await database.destroy();
      const opening = openDatabase({ kind: 'postgres', url: other.url }, { onConnectionError: () => undefined });
      return { opening, drop: other.drop };
    };

    it.each([
      ['DateStyle', 'German'],
      ['IntervalStyle', 'sql_standard'],
      ['TimeZone', 'America/St_Johns'],
      ['bytea_output', 'escape'],
      ['standard_conforming_strings', 'off'],
      ['default_transaction_isolation', 'serializable'],
      ['statement_timeout', '1'],
    ])('reads and writes the same values when the database sets %s to %s', async (name, value) => {
      const { opening, drop } = await openWith(name, value);
      const { database, close } = await opening;
      const { rows } = await sql`select '\\x00ff'::bytea as bytes, interval '1 day 2 hours' as span,
        timestamptz '2026-03-02T10:00:00+01' as moment, date '2026-03-02' as day, e'a\\\\b' = 'a\\b' as conforming,
        current_setting('transaction_isolation') as isolation from pg_sleep(0.02)`.execute(database);
      expect(rows).toEqual([
        {
          bytes: Buffer.from([0, 255]),
          span: '1 day 02:00:00',
          moment: new Date('2026-03-02T09:00:00Z'),
          day: '2026-03-02',
          conforming: true,
          isolation: 'read committed',
        },
      ]);
      await close();
      await drop();
    });

    it.each([
      ['search_path', 'nowhere', /search_path .* names no schema/],
      ['search_path', 'other', /in the schema public, but the search_path .* leads to other/, sql`create schema other`],
      ['default_transaction_read_only', 'on', /accepts no writes/],
      ['session_replication_role', 'replica', /session_replication_role = replica, but the portal needs origin/],
      [
        'role',
        'visitor',
        /Row-level security hides rows/,
        sql`do $$ begin create role visitor; exception when duplicate_object then null; end; $$; grant all on all tables in schema public to visitor; alter table users enable row level security`,
      ],
    ])('refuses to start in one sentence when the database sets %s to %s', async (name, value, sentence, prepare?) => {
      const { opening, drop } = await openWith(name, value, prepare);
      await expect(opening).rejects.toMatchObject({
        name: 'DatabaseUnavailableError',
        message: expect.stringMatching(sentence),
      });
      await drop();
    });

    it.each([
      ['between two statements of a transaction', true],
      ['while it is idle', false],
    ])('reports a connection that breaks %s, and opens another one', async (_when, isInUse) => {
      const broken = Promise.withResolvers<Error>();
      const database = open(broken.resolve);
      const other = open();
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
      const end = () => sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other);
      if (isInUse) {
        const failing = database.transaction().execute(async (trx) => {
          await sql`select 1`.execute(trx);
          await end();
          await broken.promise;
          await sql`select 2`.execute(trx);
        });
        expect(isUnavailable(await failing.catch((error: unknown) => error))).toBe(true);
      } else {
        await end();
      }
      expect(await broken.promise).toBeInstanceOf(Error);
      expect((await sql`select 3 as three`.execute(database)).rows).toEqual([{ three: 3 }]);
      await Promise.all([database.destroy(), other.destroy()]);
    });
  });
if (testDatabaseUrl !== undefined) describePostgres(testDatabaseUrl);
