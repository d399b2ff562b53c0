import { PGlite } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { onPglite } from './database.ts';
import { migrate } from './migrate.ts';

it('ends the start with one message when the user of DATABASE_URL may not create tables', async () => {
  const pglite = await PGlite.create();
  await pglite.exec('revoke create on schema public from public; create role guest; set role guest');
  const database = onPglite(pglite);
  await expect(migrate(database)).rejects.toMatchObject({
    name: 'DatabaseUnavailableError',
    message:
      "The database can't be used (42501): its user may not create tables. Grant CREATE on the schema, or make the user the owner of the database.",
  });
  await database.destroy();
}, 30_000);
