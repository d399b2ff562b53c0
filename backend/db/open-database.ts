import { second } from '../../src/lib/time.ts';
import type { Config } from '../config/load-config.ts';
import { connectionProblem, DatabaseUnavailableError } from './connection-problem.ts';
import { openDataFolder } from './data-folder.ts';
import { type Database, onPglite, onPool, openPool } from './database.ts';
import { inspectDatabase } from './inspect.ts';
import { migrate } from './migrate.ts';

export type OpenedDatabase = {
  database: Database;
  /**
   * The pool's connections, and requests that wait for one; null for the embedded database, which has one connection.
   */
  connections(): { busy: number; idle: number; waiting: number } | null;
  /** Whether a new request would wait for a connection longer than its caller should. */
  isOverloaded(): boolean;
  close(): Promise<void>;
};

/**
 * Most calls run several statements, and each may wait for a connection. A portal that is not overloaded waits for
 * milliseconds.
 */
const longestWait = second;

const embedded = async (folder: string): Promise<OpenedDatabase> => {
  const opened = await openDataFolder(folder);
  const database = onPglite(opened.pglite);
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
  return { database, connections: () => null, isOverloaded: () => false, close };
};

/** PgBouncer accepts connections while it cannot reach PostgreSQL. It tries once: Docker and systemd start again. */
const check = async (database: Database): Promise<void> => {
  const seen = await inspectDatabase(database).catch(connectionProblem);
  const problem = typeof seen === 'string' ? seen : seen.problems[0];
  if (problem !== undefined) throw new DatabaseUnavailableError(problem);
};

/** Opens and migrates the database. @throws DataFolderError, DatabaseUnavailableError, or an error of PostgreSQL. */
export const openDatabase = async (
  config: Config['database'],
  options: { onConnectionError: (error: Error) => void },
): Promise<OpenedDatabase> => {
  if (config.kind === 'embedded') return embedded(config.folder);
  const pool = openPool(config.url, options.onConnectionError);
  let waited = 0;
  const database = onPool(pool, (milliseconds) => {
    waited = milliseconds;
  });
  try {
    await check(database);
    await migrate(database);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  // A request waits in the queue for a moment even when a connection is idle.
  const waiting = (): number => Math.max(0, pool.waitingCount - pool.idleCount);
  return {
    database,
    connections: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: waiting() }),
    isOverloaded: () => waited > longestWait && waiting() > 0,
    close: () => database.destroy(),
  };
};
