import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { DataFolderError, lockFolder } from './folder-lock.ts';
import { requireSpaceToStart } from './free-space.ts';
import { machineFault } from './machine-fault.ts';
import { exists, openPglite, writePglite } from './pglite-folder.ts';
import { type Restored, restoreNewest } from './restore.ts';
import { createSnapshots } from './snapshots.ts';

export type OpenedFolder = {
  pglite: PGlite;
  /** The snapshot that replaced a damaged database. */
  restored: Restored | null;
  snapshot(now: Date): Promise<void>;
  /** When the newest snapshot was taken. */
  newestSnapshot(): Promise<Date | null>;
  /** After PGlite was closed. */
  release(): void;
};

/** Creates the database beside its place and moves it there, so that a kill leaves nothing that looks like one. */
const create = async (place: string): Promise<void> => {
  const making = `${place}.making`;
  await writePglite(making);
  await rm(place, { recursive: true, force: true });
  await rename(making, place);
};

/**
 * Whether the folder never had a database.
 * @throws DataFolderError when it had one, and neither it nor a snapshot is left.
 */
const isNew = async (folder: string, place: string, snapshots: number): Promise<boolean> => {
  if (snapshots > 0 || ((await exists(place)) && (await readdir(place)).length > 0)) return false;
  const damaged = (await readdir(folder)).filter((name) => name.startsWith('database.damaged-'));
  if (damaged.length === 0) return true;
  throw new DataFolderError(
    `${folder} has no database and no snapshot, but a damaged database: ${damaged.join(', ')}. Restore a copy of the folder. To start with an empty database, move these folders away or choose another folder by DATA_DIR.`,
  );
};

/**
 * Opens the embedded database of a data folder: takes the lock, creates the database on the first start, and replaces
 * a damaged one by the newest good snapshot. The damaged one is kept beside it.
 * @throws DataFolderError when the folder can't be used, or is damaged and no snapshot is good.
 */
export const openDataFolder = async (folder: string, now: Date): Promise<OpenedFolder> => {
  const lock = lockFolder(folder);
  const place = join(folder, 'database');
  const snapshots = createSnapshots(join(folder, 'snapshots'));
  try {
    if (await isNew(folder, place, (await snapshots.list()).length)) {
      await requireSpaceToStart(folder, 'new');
      await create(place);
    }
    await requireSpaceToStart(folder, 'existing');
    const intact = await openPglite(place);
    const restored = intact === null ? await restoreNewest(folder, now) : null;
    const pglite = intact ?? (await openPglite(place));
    if (pglite === null) throw new DataFolderError(`The database in ${folder} was restored and is damaged again.`);
    return {
      pglite,
      restored,
      snapshot: async (date) => snapshots.write(await pglite.dumpDataDir('gzip'), date),
      newestSnapshot: async () => (await snapshots.list())[0]?.takenAt ?? null,
      release: () => lock.release(),
    };
  } catch (error) {
    lock.release();
    throw machineFault(folder, error) ?? error;
  }
};
