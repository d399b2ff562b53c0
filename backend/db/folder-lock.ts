import { mkdirSync } from 'node:fs';
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

/**
 * Creates the folder if needed and locks it for this process. Two PGlites on one folder lose rows silently, and PGlite
 * does not detect it. The operating system releases this lock even after `kill -9`.
 * @throws DataFolderError with one sentence for the person who started the server.
 */
export const lockFolder = (folder: string): FolderLock => {
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
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
  const held = lock;
  return { release: () => held.close() };
};
