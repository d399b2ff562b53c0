import { writeSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { shutDoors } from './doors.ts';
import { DataFolderError } from './folder-lock.ts';
import { machineFault } from './machine-fault.ts';
import { readTables } from './read-tables.ts';
import { valueParsers } from './value-types.ts';

type Source = { dataDir: string; loadDataDir?: Blob };

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Whether the file or folder exists. @throws what else the file system says, such as EACCES. */
export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false;
      throw error;
    },
  );

/**
 * Ends the process when PostgreSQL cannot continue. PGlite 0.5 would repeat the failed call for ever and block the event
 * loop, so no other code could run.
 */
const exitOnPanic = (line: string): void => {
  const reason = /PANIC: +(.*)/.exec(line)?.[1];
  if (reason === undefined) return;
  writeSync(
    2,
    `The embedded database stopped: ${reason}. Everything that was acknowledged is kept. Check the disk of DATA_DIR, then start again.\n`,
  );
  process.exit(1);
};

/**
 * Starts PGlite on a folder, and reads every table if the database was not closed before.
 * @throws DataFolderError when the machine refused something; any other error means that the data is damaged.
 */
const start = async (source: Source): Promise<PGlite> => {
  const log: string[] = [];
  let isOpen = false;
  try {
    const pglite = await PGlite.create({
      ...source,
      parsers: valueParsers,
      onStderr: (line) => {
        if (isOpen) exitOnPanic(line);
        else log.push(line);
        return false;
      },
    });
    // Every snapshot is of a running database, so a restored one is read as well.
    if (log.some((line) => line.includes('not properly shut down'))) await readTables(pglite);
    isOpen = true;
    return pglite;
  } catch (error) {
    throw machineFault(source.dataDir, error, log) ?? error;
  }
};

/**
 * Opens the database of a folder.
 * @returns null when it is damaged or missing.
 * @throws DataFolderError when the machine refused something, such as space, a permission or a file handle.
 */
export const openPglite = async (place: string): Promise<PGlite | null> => {
  // PGlite fills a folder that lost its PG_VERSION with a new, empty database.
  if (!(await exists(join(place, 'PG_VERSION')))) return null;
  try {
    return await start({ dataDir: place });
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    return null;
  }
};

/**
 * Writes a new database to a folder, replacing what the folder holds.
 * @param snapshot the content of the database; its credentials are revoked.
 * @throws DataFolderError when the machine refused something; any other error means that the snapshot is damaged.
 */
export const writePglite = async (place: string, snapshot?: Blob): Promise<void> => {
  await rm(place, { recursive: true, force: true });
  const pglite = await start({ dataDir: place, ...(snapshot === undefined ? {} : { loadDataDir: snapshot }) });
  try {
    if (snapshot !== undefined) await shutDoors(pglite);
  } finally {
    await pglite.close();
  }
};
