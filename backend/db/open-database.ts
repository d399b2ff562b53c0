import type { Config } from '../config.ts';
import { openDataFolder, type RestoredSnapshot } from './data-folder.ts';
import { type Database, onPglite, onPool, openPool } from './database.ts';
import { migrate } from './migrate.ts';
import { type StorageError, storageErrorOf } from './storage-error.ts';

/** The connections of the pool, and the requests that wait for one. */
export type Connections = { busy: number; idle: number; waiting: number };

export type OpenedDatabase = {
  database: Database;
  /** Returns null for the embedded database, which has one connection. */
  connections(): Connections | null;
  /** The snapshot that replaced a damaged database. */
  restored: RestoredSnapshot | null;
  /**
   * Writes a snapshot of the embedded database; for PostgreSQL it does nothing, because operators make backups there.
   */
  snapshot(now: Date): Promise<void>;
  newestSnapshot(): Promise<Date | null>;
  /** Returns false while the disk is full, when writing statements fail. */
  hasSpace(): Promise<boolean>;
  close(): Promise<void>;
};

export type OpenOptions = {
  now: Date;
  /** Called when a connection to PostgreSQL breaks. The pool then opens another one. */
  onConnectionError: (error: Error) => void;
  /**
   * Called when a statement fails because the files are damaged or the disk is full; for a full disk once per outage.
   */
  onStorageError?: (storageError: StorageError) => void;
};

/**
 * The required free space in bytes. PostgreSQL writes its log in files of 16 MB, and stops when it cannot create the
 * next one.
 */
const neededSpace = 32 * 1024 * 1024;
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

const embedded = async (folder: string, { now, onStorageError }: OpenOptions): Promise<OpenedDatabase> => {
  const opened = await openDataFolder(folder, now);
  const watch = createStorageWatch((storageError) => {
    if (storageError === 'damaged') opened.suspect();
    onStorageError?.(storageError);
  });
  const database = onPglite(opened.pglite, watch.onError);
  const close = async (): Promise<void> => {
    await database.destroy();
    if (!opened.pglite.closed) await opened.pglite.close();
    await opened.release();
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
    restored: opened.restored,
    // Between two requests' statements, never inside a transaction.
    snapshot: (date) => database.connection().execute(() => opened.snapshot(date)),
    newestSnapshot: opened.newestSnapshot,
    hasSpace: async () => !watch.isFull() && (await opened.freeSpace()) >= neededSpace,
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
          waiting: pool.waitingCount,
        }),
        restored: null,
        snapshot: async () => undefined,
        newestSnapshot: async () => null,
        hasSpace: async () => !watch.isFull(),
        close: () => database.destroy(),
      };
    }
  }
};

/** Takes a snapshot when there is none, or when the newest one is older than `age` milliseconds. */
export const keepSnapshot = async (
  opened: Pick<OpenedDatabase, 'newestSnapshot' | 'snapshot'>,
  { now, age }: { now: Date; age: number },
): Promise<void> => {
  const newest = await opened.newestSnapshot();
  if (newest === null || now.getTime() - newest.getTime() > age) await opened.snapshot(now);
};
