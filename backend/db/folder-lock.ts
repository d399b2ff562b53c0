import { closeSync, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** An error that a person can correct: the folder is not writable, or another server uses it. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}

export type FolderLock = { release(): void };

const sqliteBusy = 5;
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;

/** Returns whether the folder contains a database, complete or not. */
const hasDatabase = (folder: string): boolean =>
  ['database', 'database.making'].some((name) => {
    const place = join(folder, name);
    return existsSync(place) && readdirSync(place).length > 0;
  });

const createIfMissing = (file: string): void => closeSync(openSync(file, 'a', 0o600));

/**
 * Creates the folder if needed and locks it for this process. Two PGlites on one folder lose rows silently, and PGlite
 * does not detect it. The operating system releases this lock even after `kill -9`. A database whose lock file was
 * removed is refused, because a server may still hold the removed file, which a new one does not show.
 * @throws DataFolderError with one sentence for the person who started the server.
 */
export const lockFolder = (folder: string): FolderLock => {
  const file = join(folder, 'lock');
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!existsSync(file) && hasDatabase(folder)) {
      throw new DataFolderError(
        `The file ${file} was removed. Stop the server that uses the folder, which creates the file again. If no server uses it, create an empty file of this name.`,
      );
    }
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('pragma locking_mode = exclusive; begin exclusive;');
  } catch (error) {
    lock?.close();
    if (error instanceof DataFolderError) throw error;
    if (isBusy(error)) {
      throw new DataFolderError(`Another server is using ${folder}. Stop it, or choose another folder by DATA_DIR.`);
    }
    throw new DataFolderError(`The data folder ${folder} can't be written. Choose another one by DATA_DIR.`, {
      cause: error,
    });
  }
  const held = lock;
  return {
    release: () => {
      held.close();
      createIfMissing(file);
    },
  };
};
