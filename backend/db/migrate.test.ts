import { sql } from 'kysely';
import { expect, it } from 'vitest';
import program from '../../package.json' with { type: 'json' };
import { createTestDatabase } from '../testing/test-database.ts';
import { onPglite, openPglite } from './database.ts';
import { migrate } from './migrate.ts';

it('ends the start with one message when the user of DATABASE_URL may not create tables', async () => {
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

it('starts on the database of a later release that still has what this one needs', async () => {
  const { database, close } = await createTestDatabase();
  const later = ['150-later', `998-removed.from-${program.version}`, '999-later'];
  await sql`insert into kysely_migration (name, timestamp)
    select name, '2030-01-01' from unnest(${later}::text[]) as name`.execute(database);
  await expect(migrate(database)).resolves.toBeUndefined();
  await close();
});

it('refuses the database of a later release that lacks what this one needs', async () => {
  const { database, close } = await createTestDatabase();
  await sql`insert into kysely_migration (name, timestamp) values ('999-later.from-10.0.0', '2030-01-01')`.execute(
    database,
  );
  await expect(migrate(database)).rejects.toThrow(/removed what this version needs .* \(999-later\.from-10\.0\.0\)/);
  await close();
});
