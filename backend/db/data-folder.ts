import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { shutDoors } from './doors.ts';
import { DataFolderError, lockFolder } from './folder-lock.ts';
import { createSnapshots } from './snapshots.ts';
import { valueParsers } from './value-types.ts';

export type OpenedFolder = {
  pglite: PGlite;
  /** From when the data is, if the folder was damaged and a snapshot took its place. */
  restoredFrom: Date | null;
  snapshot(now: Date): Promise<void>;
  /** When the newest snapshot was taken. */
  newestSnapshot(): Promise<Date | null>;
  /** After PGlite was closed. */
  release(): void;
};

const open = async (dataDir: string): Promise<PGlite> => {
  const pglite = await PGlite.create({ dataDir, parsers: valueParsers });
  await pglite.query('select count(*) from pg_class');
  return pglite;
};

/**
 * Made beside its place and moved there when it is whole: a kill half-way leaves nothing that looks like a database.
 * @param snapshot what to fill it with; it loses its doors before it takes its place, so that no kill leaves one open.
 */
const make = async (place: string, snapshot?: Blob): Promise<void> => {
  const making = `${place}.making`;
  await rm(making, { recursive: true, force: true });
  const pglite = await PGlite.create({ dataDir: making, ...(snapshot === undefined ? {} : { loadDataDir: snapshot }) });
  await pglite.query('select count(*) from pg_class');
  if (snapshot !== undefined) await shutDoors(pglite);
  await pglite.close();
  await rename(making, place);
};

/** PGlite would fill a folder that lost its PG_VERSION with a new, empty database. */
const isWhole = (place: string): boolean => existsSync(join(place, 'PG_VERSION'));

const tryOpen = async (place: string): Promise<PGlite | null> => {
  if (!isWhole(place)) return null;
  return open(place).catch(() => null);
};

/**
 * Opens the embedded database of a data folder: takes the lock, makes the database when there is none, and puts the
 * newest good snapshot in the place of a damaged one, which is kept beside it.
 * @throws DataFolderError when the folder can't be used, or is damaged and no snapshot is good.
 */
export const openDataFolder = async (folder: string, now: Date): Promise<OpenedFolder> => {
  const lock = lockFolder(folder);
  const place = join(folder, 'database');
  const snapshots = createSnapshots(join(folder, 'snapshots'));

  const restore = async (): Promise<{ pglite: PGlite; takenAt: Date }> => {
    const damaged = `${place}.damaged-${now.toISOString().replace(/[:.]/g, '-')}`;
    if (existsSync(place)) await rename(place, damaged);
    for (const snapshot of await snapshots.list()) {
      const made = await make(place, await snapshots.read(snapshot)).then(
        () => true,
        () => false,
      );
      const pglite = made ? await tryOpen(place) : null;
      if (pglite !== null) return { pglite, takenAt: snapshot.takenAt };
      await rm(place, { recursive: true, force: true });
    }
    throw new DataFolderError(
      `The database in ${folder} is damaged and no snapshot is good. What is left of it is in ${damaged}.`,
    );
  };

  const isNew = async (): Promise<boolean> => {
    if (existsSync(place)) return (await readdir(place)).length === 0;
    return (await snapshots.list()).length === 0;
  };

  try {
    let restoredFrom: Date | null = null;
    if (await isNew()) {
      await rm(place, { recursive: true, force: true });
      await make(place);
    }
    let pglite = await tryOpen(place);
    if (pglite === null) {
      const restored = await restore();
      pglite = restored.pglite;
      restoredFrom = restored.takenAt;
    }
    const opened = pglite;
    return {
      pglite: opened,
      restoredFrom,
      snapshot: async (date) => snapshots.write(await opened.dumpDataDir('gzip'), date),
      newestSnapshot: async () => (await snapshots.list())[0]?.takenAt ?? null,
      release: () => lock.release(),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
};
