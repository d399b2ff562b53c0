import { statfs } from 'node:fs/promises';
import { DataFolderError } from './folder-lock.ts';

const mebibyte = 1024 * 1024;

/**
 * Two segments of PostgreSQL's write-ahead log, in bytes. PGlite cannot continue when it fails to write one, so requests
 * are refused before that happens.
 */
const reserve = 32 * mebibyte;
/** A new database and the reserve, in bytes. */
const newDatabase = 96 * mebibyte;

/** The disk of the embedded database is almost full. */
export class DiskFullError extends Error {
  override name = 'DiskFullError';
  readonly code = 'ENOSPC';
}

const freeSpace = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** @throws DataFolderError when the disk has no room for a new database, or for an existing one to grow. */
export const requireSpaceToStart = async (folder: string, kind: 'new' | 'existing'): Promise<void> => {
  const needed = kind === 'new' ? newDatabase : reserve;
  const free = await freeSpace(folder);
  if (free >= needed) return;
  throw new DataFolderError(
    `The disk of the data folder ${folder} has ${Math.floor(free / mebibyte)} MiB left, and the database needs ${needed / mebibyte} MiB. Free some space, or choose another folder by DATA_DIR.`,
  );
};

/** @throws DiskFullError */
export const requireSpaceToRun = async (folder: string): Promise<void> => {
  if ((await freeSpace(folder)) < reserve) throw new DiskFullError(`The disk of ${folder} is full.`);
};
