import type { Config } from '../config/load-config.ts';
import { openDataFolder } from './data-folder.ts';
import { type Database, onPglite, onPool, openPool } from './database.ts';
import { migrate } from './migrate.ts';
import { type StorageError, storageErrorOf } from './storage-error.ts';

/** The connections of the pool, and the requests that wait for one. */
export type Connections = { busy: number; idle: number; waiting: number };

export type OpenedDatabase = {
  database: Database;
  /** Returns null for the embedded database, which has one connection. */
  connections(): Connections | null;
  /** Returns false while the disk is full, when writing statements fail. */
  hasSpace(): Promise<boolean>;
  close(): Promise<void>;
};

export type OpenOptions = {
  /** Called when a connection to PostgreSQL breaks. The pool then opens another one. */
  onConnectionError: (error: Error) => void;
  /**
   * Called when a statement fails because the files are damaged or the disk is full; for a full disk once per outage.
   */
  onStorageError?: (storageError: StorageError) => void;
};

/** Milliseconds after which a request tries again to write on a full disk. */
const rememberedFull = 30_000;

const createStorageWatch = (onStorageError: OpenOptions['onStorageError']) => {
  let fullAt = Number.NEGATIVE_INFINITY;
  const isFull = (): boolean => performance.now() - fullAt < rememberedFull;
  return {
    onError: (error: unknown): void => {
      const storageError = storageErrorOf(error);
      if (storageError === null) return;
      const isReported = storageError === 'full' && isFull();
      if (storageError === 'full') fullAt = performance.now();
      if (!isReported) onStorageError?.(storageError);
    },
    isFull,
  };
};

const embedded = async (folder: string, { onStorageError }: OpenOptions): Promise<OpenedDatabase> => {
  const opened = await openDataFolder(folder);
  const watch = createStorageWatch(onStorageError);
  const database = onPglite(opened.pglite, watch.onError);
  const close = async (): Promise<void> => {
    await database.destroy();
    await opened.close();
  };
  try {
    await migrate(database);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    database,
    connections: () => null,
    hasSpace: async () => !watch.isFull() && (await opened.hasSpace()),
    close,
  };
};

/**
 * Opens the database that the configuration names, and migrates it.
 * @throws DataFolderError, DatabaseUnavailableError, or an error of PostgreSQL.
 */
export const openDatabase = async (config: Config['database'], options: OpenOptions): Promise<OpenedDatabase> => {
  switch (config.kind) {
    case 'embedded':
      return embedded(config.folder, options);
    case 'postgres': {
      const watch = createStorageWatch(options.onStorageError);
      const pool = openPool(config.url, options.onConnectionError);
      const database = onPool(pool, watch.onError);
      try {
        await migrate(database);
      } catch (error) {
        await database.destroy();
        throw error;
      }
      return {
        database,
        connections: () => ({
          busy: pool.totalCount - pool.idleCount,
          idle: pool.idleCount,
          // A request waits in the queue for a moment even when a connection is idle.
          waiting: Math.max(0, pool.waitingCount - pool.idleCount),
        }),
        hasSpace: async () => !watch.isFull(),
        close: () => database.destroy(),
      };
    }
  }
};
