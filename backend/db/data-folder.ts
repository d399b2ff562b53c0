import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { rename, rm } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { openPglite } from './database.ts';

/** An error that a person can correct: the folder is not writable, or another server uses it. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}

const sqliteBusy = 5;
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;

/**
 * Two PGlites on one folder lose rows silently. The operating system releases this lock even after `kill -9`.
 * @throws DataFolderError with one sentence for the person who started the server.
 */
const lockFolder = (folder: string) => {
  const file = join(folder, 'lock');
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('pragma locking_mode = exclusive; begin exclusive;');
  } catch (error) {
    lock?.close();
    if (isBusy(error)) {
      throw new DataFolderError(`Another server is using ${folder}. Stop it, or choose another folder by DATA_DIR.`);
    }
    throw new DataFolderError(`The data folder ${folder} can't be written. Choose another one by DATA_DIR.`, {
      cause: error,
    });
  }
  return lock;
};

/** PGlite reports a full disk, missing rights and damaged files in the same way, so the sentence names them all. */
const failure = (folder: string, cause: unknown): DataFolderError =>
  new DataFolderError(
    `The database in ${folder} can't be opened: the disk is full, this user may not read and write its files, too many files are open, or the files are damaged. Correct that and start again, or choose another folder by DATA_DIR to begin with an empty database. Nothing was changed.`,
    { cause },
  );

const open = async (place: string): Promise<PGlite> => {
  const pglite = await openPglite({ fs: new NodeFS(place) });
  try {
    await pglite.query('select count(*) from pg_class');
    return pglite;
  } catch (error) {
    await pglite.close().catch(() => undefined);
    throw error;
  }
};

const isEmpty = (place: string): boolean => !existsSync(place) || readdirSync(place).length === 0;

/** Moves a database to its final place when it is complete, so a kill leaves nothing that looks like one. */
const make = async (place: string, making: string): Promise<void> => {
  await rm(making, { recursive: true, force: true });
  await (await open(making)).close();
  await rm(place, { recursive: true, force: true });
  await rename(making, place);
};

/** Opens the database, after creating it where there is none. PGlite would fill a folder that lost its PG_VERSION. */
const openLocked = async (folder: string): Promise<PGlite> => {
  const place = join(folder, 'database');
  const making = `${place}.making`;
  try {
    if (isEmpty(place)) await make(place, making);
    if (!existsSync(join(place, 'PG_VERSION'))) throw new Error('PG_VERSION is missing');
    return await open(place);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw failure(folder, error);
  }
};

/** Opens or creates a folder's database. @throws DataFolderError when it can't be used; its files are unchanged. */
export const openDataFolder = async (folder: string) => {
  const lock = lockFolder(folder);
  try {
    const pglite = await openLocked(folder);
    return {
      pglite,
      close: async (): Promise<void> => {
        if (!pglite.closed) await pglite.close();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
};
