import type { Config } from '../config.ts';
import { openDataFolder } from './data-folder.ts';
import { type Database, onPglite, onPostgres } from './database.ts';
import { migrate } from './migrate.ts';

export type OpenedDatabase = {
  database: Database;
  /** From when the data is, when a snapshot had to take the place of damaged files. */
  restoredFrom: Date | null;
  /** Embedded only; PostgreSQL has its own backups. */
  snapshot(now: Date): Promise<void>;
  newestSnapshot(): Promise<Date | null>;
  close(): Promise<void>;
};

const embedded = async (folder: string, now: Date): Promise<OpenedDatabase> => {
  const opened = await openDataFolder(folder, now);
  const database = onPglite(opened.pglite);
  const close = async (): Promise<void> => {
    await database.destroy();
    if (!opened.pglite.closed) await opened.pglite.close();
    opened.release();
  };
  try {
    await migrate(database);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    database,
    restoredFrom: opened.restoredFrom,
    // Between two requests' statements, never inside a transaction.
    snapshot: (date) => database.connection().execute(() => opened.snapshot(date)),
    newestSnapshot: opened.newestSnapshot,
    close,
  };
};

/**
 * The database that the configuration names, migrated and ready.
 * @param onConnectionError is called when a connection to PostgreSQL breaks. The pool then opens another one.
 * @throws DataFolderError, or what PostgreSQL says.
 */
export const openDatabase = async (
  config: Config['database'],
  { now, onConnectionError }: { now: Date; onConnectionError: (error: Error) => void },
): Promise<OpenedDatabase> => {
  switch (config.kind) {
    case 'embedded':
      return embedded(config.folder, now);
    case 'postgres': {
      const database = onPostgres(config.url, onConnectionError);
      try {
        await migrate(database);
      } catch (error) {
        await database.destroy();
        throw error;
      }
      return {
        database,
        restoredFrom: null,
        snapshot: async () => undefined,
        newestSnapshot: async () => null,
        close: () => database.destroy(),
      };
    }
  }
};
