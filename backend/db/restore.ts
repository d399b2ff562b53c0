import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DataFolderError } from './folder-lock.ts';
import { exists, writePglite } from './pglite-folder.ts';
import { createSnapshots, type Snapshot } from './snapshots.ts';

export type Restored = {
  /** When the snapshot was taken. */
  takenAt: Date;
  /** The newer snapshots that were damaged, as file names. */
  skipped: readonly string[];
};

/**
 * Puts a snapshot in the place of the database, which is kept as `database.damaged-<time>`. The new database is
 * complete before it is moved, so a kill leaves either the old one or the new one.
 * @throws DataFolderError when the machine refused something; any other error means that the snapshot is damaged.
 */
export const restoreSnapshot = async (folder: string, { file }: Snapshot, now: Date): Promise<void> => {
  const place = join(folder, 'database');
  const making = `${place}.making`;
  await writePglite(making, await createSnapshots(join(folder, 'snapshots')).read(file));
  if (await exists(place)) await rename(place, `${place}.damaged-${now.toISOString().replace(/[:.]/g, '-')}`);
  await rename(making, place);
};

/**
 * Restores the newest snapshot that is not damaged.
 * @throws DataFolderError when there is none, or when the machine refused something.
 */
export const restoreNewest = async (folder: string, now: Date): Promise<Restored> => {
  const skipped: string[] = [];
  for (const snapshot of await createSnapshots(join(folder, 'snapshots')).list()) {
    try {
      await restoreSnapshot(folder, snapshot, now);
      return { takenAt: snapshot.takenAt, skipped };
    } catch (error) {
      if (error instanceof DataFolderError) throw error;
      skipped.push(snapshot.name);
    }
  }
  const tried =
    skipped.length === 0 ? 'there is no snapshot' : `these snapshots are damaged too: ${skipped.join(', ')}`;
  throw new DataFolderError(
    `The database in ${folder} is damaged, and ${tried}. Nothing was changed. Restore a copy of the folder, or choose another one by DATA_DIR.`,
  );
};
