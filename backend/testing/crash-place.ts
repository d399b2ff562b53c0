import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/load-config.ts';
import { createEmptyDatabase, testDatabaseUrl } from './empty-database.ts';

export type CrashPlace = {
  database: Config['database'];
  /** The same location as variables of a server process. */
  env: Record<string, string>;
  remove(): Promise<void>;
};

/** Creates the database of a crash test: a data folder, or a separate database when the suite runs on PostgreSQL. */
export const createCrashPlace = async (): Promise<CrashPlace> => {
  if (testDatabaseUrl !== undefined) {
    const { url, drop } = await createEmptyDatabase(testDatabaseUrl);
    return { database: { kind: 'postgres', url }, env: { DATABASE_URL: url }, remove: drop };
  }
  const folder = mkdtempSync(join(tmpdir(), 'crash-'));
  return {
    database: { kind: 'embedded', folder },
    env: { DATA_DIR: folder },
    remove: async () => rmSync(folder, { recursive: true }),
  };
};
