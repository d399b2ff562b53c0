import { onPostgres } from '../../backend/db/database.ts';
import { migrate } from '../../backend/db/migrate.ts';
import { startPostgres } from '../../scripts/test-tools/postgres.mjs';
import { connect, insertClasses, playAll } from './classes.ts';

/** Measures how many bytes PostgreSQL stores for a parent and for a class, with their indexes. */
const parents = 20_000;
const classes = 100;
const postgres = await startPostgres();
if (postgres === undefined) throw new Error('There is no PostgreSQL on this machine, and none could be installed.');
const database = onPostgres(postgres.url, (error) => {
  throw error;
});
await migrate(database);
await database.destroy();
const client = await connect(postgres.url);
const sizeOf = async (...tables: string[]): Promise<number> => {
  const { rows } = await client.query<{ bytes: string }>(
    'select sum(pg_total_relation_size(name::regclass)) as bytes from unnest($1::text[]) name',
    [tables],
  );
  return Number(rows[0]?.bytes);
};
try {
  // Ids and digests have the length of real ones. A parent has two sessions and one subscription.
  await client.query(
    `insert into users (id, playfab_id, language, created_at)
     select gen_random_uuid()::text, upper(substr(md5(n::text), 1, 16)), 'en', now() from generate_series(1, $1::integer) n`,
    [parents],
  );
  await client.query(
    `insert into sessions (token_hash, user_id, chain_started_at, activated_at, expires_at)
     select md5(id || n) || md5(n || id), id, now(), now(), now() from users, generate_series(1, 2) n`,
  );
  await client.query(
    `insert into stripe_customers (id, user_id, applied_read) select 'cus_' || substr(md5(id), 1, 14), id, 1 from users`,
  );
  await client.query(
    `insert into stripe_subscriptions (id, customer_id, status, current_period_end, cancel_at_period_end, price_amount,
       price_currency, price_interval, price_interval_count, created_at)
     select 'sub_' || substr(md5(id), 1, 24), id, 'active', now(), false, 999, 'usd', 'month', 1, now() from stripe_customers`,
  );
  await insertClasses(client, classes);
  await playAll(client, 0.5);
  const ofParents = await sizeOf('users', 'sessions', 'stripe_customers', 'stripe_subscriptions');
  console.log(`a parent: ${(ofParents / parents / 1000).toFixed(2)} KB`);
  for (const table of ['progress', 'students', 'classrooms', 'teachers']) {
    console.log(`${table} of a class: ${((await sizeOf(table)) / classes / 1000).toFixed(1)} KB`);
  }
} finally {
  await client.end();
  postgres.stop();
}
