import { existsSync, readdirSync } from 'node:fs';
import { rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { openPglite } from './database.ts';
import { DataFolderError, lockFolder } from './folder-lock.ts';

export type OpenedFolder = {
  pglite: PGlite;
  /** Returns whether the disk has the free space that PostgreSQL needs to go on writing. */
  hasSpace(): Promise<boolean>;
  /** Closes the database and releases the lock. */
  close(): Promise<void>;
};

/**
 * The required free space in bytes. PostgreSQL writes its log in files of 16 MB, and stops when it cannot create the
 * next one.
 */
const neededSpace = 32 * 1024 * 1024;

const hasSpace = async (folder: string): Promise<boolean> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= neededSpace;
};

/** PGlite reports a full disk, missing rights and damaged files in the same way, so the sentence names them all. */
const failure = async (folder: string, cause: unknown): Promise<DataFolderError> => {
  const reason = (await hasSpace(folder))
    ? ': this user may not read and write its files, too many files are open, or the files are damaged. Correct that and start again, or choose another folder by DATA_DIR to begin with an empty database.'
    : ' (ENOSPC): the disk is full. Free some space, then start again.';
  return new DataFolderError(`The database in ${folder} can't be opened${reason} Nothing was changed.`, { cause });
};

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

/**
 * Creates a database beside its final place and moves it there when it is complete, so that a kill leaves nothing that
 * looks like a database.
 */
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
    const explained = await failure(folder, error);
    await rm(making, { recursive: true, force: true });
    throw explained;
  }
};

/**
 * Opens the embedded database of a data folder: takes the lock, and creates the database when there is none.
 * @throws DataFolderError when the folder can't be used. Its files are then unchanged.
 */
export const openDataFolder = async (folder: string): Promise<OpenedFolder> => {
  const lock = lockFolder(folder);
  try {
    const pglite = await openLocked(folder);
    return {
      pglite,
      hasSpace: () => hasSpace(folder),
      close: async () => {
        if (!pglite.closed) await pglite.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
};
