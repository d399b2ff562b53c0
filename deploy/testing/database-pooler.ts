import type { TestProject } from 'vitest/node';
import { startPgbouncer } from '../../scripts/test-tools/pgbouncer.mjs';
import { testDatabaseUrl } from '../../backend/testing/empty-database.ts';

/** Starts PgBouncer for the tests of the project `pooled`: they use their databases through it. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  if (testDatabaseUrl === undefined) throw new Error('This needs PostgreSQL. Run: npm run check -- --only pgbouncer');
  const { url, stop } = await startPgbouncer(testDatabaseUrl);
  provide('databasePooler', url);
  return stop;
};
