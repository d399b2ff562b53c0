import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Set while the suite runs on a real PostgreSQL; `npm test` starts one. */
export const testDatabaseUrl = process.env['TEST_DATABASE_URL'];

/**
 * Creates a database on the PostgreSQL server of this URL.
 * @param template the name of the database to copy, which must have no connections; without it the new database is
 * empty.
 */
export const createEmptyDatabase = async (
  url: string,
  template = 'template1',
): Promise<{ name: string; url: string; drop(): Promise<void> }> => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name} template ${template}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    name,
    url: own.href,
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
};
