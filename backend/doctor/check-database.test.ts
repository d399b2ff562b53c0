import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onPostgres } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { createEmptyDatabase, testDatabaseUrl } from '../testing/empty-database.ts';
import { checkDatabase, findingsOfDatabase } from './check-database.ts';

it('reports by its code why the database cannot be used, and nothing of its address', async () => {
  expect(await checkDatabase('postgres://portal:swordfish@127.0.0.1:9/portal')).toEqual([
    { kind: 'wrong', sentence: 'The portal cannot use the database of DATABASE_URL: ECONNREFUSED.' },
  ]);
});

it('reports a PostgreSQL that is too old, or a user who may not create tables', () => {
  const found = findingsOfDatabase({ version: 14, known: ['001-a'], applied: ['001-a'], mayCreate: false });
  expect(found.filter(({ kind }) => kind === 'wrong').map(({ sentence }) => sentence)).toEqual([
    'The database is PostgreSQL 14; the portal needs 15 or later.',
    'The user of DATABASE_URL may not create tables; migrations need that right.',
  ]);
});

/** Runs on PostgreSQL only, because the doctor does not check the embedded database. */
const lookAtPostgres = (server: string): void => {
  describe('the doctor’s check of PostgreSQL', () => {
    let own: Awaited<ReturnType<typeof createEmptyDatabase>>;
    beforeAll(async () => {
      own = await createEmptyDatabase(server);
    });
    afterAll(() => own.drop());

    it('counts the pending migrations without running them, and recognises a database that is ahead', async () => {
      const empty = await checkDatabase(own.url);
      expect(empty.map(({ kind }) => kind)).toEqual(['right', 'note']);
      expect(await checkDatabase(own.url)).toEqual(empty);

      const database = onPostgres(own.url, () => undefined);
      await migrate(database);
      expect((await checkDatabase(own.url)).map(({ kind }) => kind)).toEqual(['right', 'right']);

      await sql`insert into kysely_migration (name, timestamp) values ('999-tomorrow', 'now')`.execute(database);
      await database.destroy();
      const [, ahead] = await checkDatabase(own.url);
      expect(ahead).toMatchObject({ kind: 'wrong', sentence: expect.stringContaining('999-tomorrow') });
    });

    it('reports a wrong password', async () => {
      const url = new URL(own.url);
      url.username = 'nobody-of-that-name';
      const [found] = await checkDatabase(url.href);
      expect(found).toMatchObject({ kind: 'wrong', sentence: expect.stringMatching(/: 28\w{3}\.$/) });
    });
  });
};
if (testDatabaseUrl !== undefined) lookAtPostgres(testDatabaseUrl);
