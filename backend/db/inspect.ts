import { sql } from 'kysely';
import { type Database, onPostgres } from './database.ts';
import { migrationNames } from './migrate.ts';

type Facts = { version: number; schema: string | null; isReadOnly: boolean; elsewhere: string | null; hidden: number };

/** Lists what would look like an empty portal, hide rows or refuse writes. */
const problemsOf = ({ version, schema, isReadOnly, elsewhere, hidden }: Facts): string[] =>
  [
    version < 15 && `The database is PostgreSQL ${version}: name one of 15 or later in DATABASE_URL.`,
    schema === null && 'The search_path of the user of DATABASE_URL names no schema that exists: correct it.',
    elsewhere !== null &&
      `The tables of the portal are in the schema ${elsewhere}, but the search_path of the user of DATABASE_URL leads to ${schema}: correct it.`,
    isReadOnly &&
      'The PostgreSQL of DATABASE_URL accepts no writes: name the primary server, or take out default_transaction_read_only.',
    hidden > 0 &&
      'Row-level security hides rows of the portal from the user of DATABASE_URL: let the owner of the tables connect.',
  ].filter((problem) => problem !== false);

/** Reads the state of a database that a start would use, and changes nothing. */
export const inspectDatabase = async (database: Database) => {
  const { rows } = await sql<Facts & { migrated: boolean; mayCreate: boolean }>`
    select current_setting('server_version_num')::int / 10000 as version,
           current_schema()::text as schema,
           current_setting('transaction_read_only') = 'on' as "isReadOnly",
           to_regclass('migrations') is not null as migrated,
           (select min(schemaname) from pg_tables where tablename = 'stripe_customers'
              and to_regclass('stripe_customers') is null) as elsewhere,
           (select count(*)::int from pg_class c join pg_namespace n on n.oid = relnamespace
              where nspname = current_schema() and relrowsecurity and row_security_active(c.oid)) as hidden,
           coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate"`.execute(database);
  const [facts] = rows;
  if (facts === undefined) throw new Error('PostgreSQL described no database');
  const applied = facts.migrated
    ? (await sql<{ name: string }>`select name from migrations`.execute(database)).rows
    : [];
  return {
    /** PostgreSQL's major version. */
    version: facts.version,
    /** Whether the user may create tables, as a migration does. */
    mayCreate: facts.mayCreate,
    /** Sentences about what makes it unusable. */
    problems: problemsOf(facts),
    /** Names of the program's migrations, and of those that were applied to the database. */
    known: await migrationNames(),
    applied: applied.map(({ name }) => name),
  };
};

/** Inspects the database of a URL. @throws an error whose message may quote the URL. */
export const inspect = async (url: string): ReturnType<typeof inspectDatabase> => {
  const database = onPostgres(url, () => undefined);
  try {
    return await inspectDatabase(database);
  } finally {
    await database.destroy();
  }
};
