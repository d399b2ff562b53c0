import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { revokeCredentials } from './revoke-credentials.ts';
import { DataFolderError, lockFolder } from './folder-lock.ts';
import { explainHostErrors, HostFiles, hostFailure } from './host-errors.ts';
import { readEveryTable } from './read-every-table.ts';
import { createSnapshots, type Snapshot, type Snapshots } from './snapshots.ts';
import { valueParsers } from './value-types.ts';

/** The time of the snapshot that replaced a database, and the times of newer snapshots that are damaged too. */
export type RestoredSnapshot = { takenAt: Date; damaged: readonly Date[] };

export type OpenedFolder = {
  pglite: PGlite;
  /** The snapshot that replaced a damaged database; null when there was none. */
  restored: RestoredSnapshot | null;
  /** Writes a snapshot. It writes nothing after `suspect`, so that good snapshots are kept. */
  snapshot(now: Date): Promise<void>;
  /** Returns when the newest snapshot was taken. */
  newestSnapshot(): Promise<Date | null>;
  /** Records that PostgreSQL reported damage: the next start then reads every table. */
  suspect(): void;
  /** Returns the free bytes of the disk. */
  freeSpace(): Promise<number>;
  /** Releases the lock. Call it after PGlite was closed. */
  release(): Promise<void>;
};

const stampOf = (date: Date): string => date.toISOString().replace(/[:.]/g, '-');

/**
 * Opens a folder of PGlite and checks it.
 * @throws DataFolderError when the machine refuses; any other error means that the files are damaged.
 */
const open = async (place: string, { isChecked, load }: { isChecked: boolean; load?: Blob }): Promise<PGlite> => {
  const files = new HostFiles(place);
  let pglite: PGlite | undefined;
  try {
    pglite = await PGlite.create({
      fs: files,
      parsers: valueParsers,
      ...(load === undefined ? {} : { loadDataDir: load }),
    });
    await pglite.query('select count(*) from pg_class');
    if (isChecked) await readEveryTable(pglite);
    return pglite;
  } catch (error) {
    await pglite?.close().catch(() => undefined);
    throw files.refusal === null ? error : hostFailure(files.refusal, dirname(place), error);
  }
};

/**
 * Creates a database beside its final place. The caller moves it there when it is complete, so that a kill leaves nothing
 * that looks like a database.
 * @param snapshot the content. Its credentials are revoked before the move, so that no kill leaves a valid one.
 * @returns the path of the new database.
 */
const make = async (place: string, snapshot?: Blob): Promise<string> => {
  const making = `${place}.making`;
  await rm(making, { recursive: true, force: true });
  try {
    const pglite = await open(
      making,
      snapshot === undefined ? { isChecked: false } : { isChecked: true, load: snapshot },
    );
    if (snapshot !== undefined) await revokeCredentials(pglite);
    await pglite.close();
    return making;
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
};

const rethrowIfHost = (error: unknown): null => {
  if (error instanceof DataFolderError) throw error;
  return null;
};

/** Returns a database made of this snapshot, or null when the snapshot is damaged. */
const makeFrom = async (place: string, snapshots: Snapshots, snapshot: Snapshot): Promise<string | null> => {
  const blob = await snapshots.read(snapshot);
  return blob === null ? null : make(place, blob).catch(rethrowIfHost);
};

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Returns whether the path exists. @throws when the operating system does not answer that. */
const exists = async (path: string): Promise<boolean> => {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};

const isEmpty = async (place: string): Promise<boolean> =>
  !(await exists(place)) || (await readdir(place)).length === 0;

const placesOf = (folder: string) => ({
  place: join(folder, 'database'),
  snapshots: createSnapshots(join(folder, 'snapshots')),
});

/**
 * Replaces the database by a snapshot, and keeps the old one beside it under another name.
 * @param label the part of that name that describes the old database.
 */
const replace = async (place: string, made: string, label: string, now: Date): Promise<void> => {
  if (await exists(place)) await rename(place, `${place}.${label}-${stampOf(now)}`);
  await rename(made, place);
};

/** @throws DataFolderError when no snapshot is good. The database then stays in its place. */
const restoreNewest = async (folder: string, now: Date): Promise<RestoredSnapshot> => {
  const { place, snapshots } = placesOf(folder);
  const damaged: Date[] = [];
  for (const snapshot of await snapshots.list()) {
    const made = await makeFrom(place, snapshots, snapshot);
    if (made !== null) {
      await replace(place, made, 'damaged', now);
      return { takenAt: snapshot.takenAt, damaged };
    }
    damaged.push(snapshot.takenAt);
  }
  throw new DataFolderError(
    `The database in ${folder} is damaged and no snapshot is good. Put a copy of "snapshots" from a backup there, or choose another folder by DATA_DIR to begin with an empty database.`,
  );
};

/**
 * Returns whether a database may be created: only where there never was one, because an empty one would hide a loss of
 * data.
 */
const isNew = async (folder: string): Promise<boolean> => {
  const { place, snapshots } = placesOf(folder);
  if (!(await isEmpty(place)) || (await snapshots.list()).length > 0) return false;
  return !(await readdir(folder)).some((name) => name.startsWith('database.damaged-'));
};

/**
 * Returns null when the files are damaged. PGlite would fill a folder without PG_VERSION with a new, empty database.
 */
const tryOpen = async (place: string, isChecked: boolean): Promise<PGlite | null> =>
  (await exists(join(place, 'PG_VERSION'))) ? open(place, { isChecked }).catch(rethrowIfHost) : null;

const openLocked = async (folder: string, now: Date, isChecked: boolean) => {
  const { place } = placesOf(folder);
  if (await isNew(folder)) {
    await rm(place, { recursive: true, force: true });
    await rename(await make(place), place);
  }
  const pglite = await tryOpen(place, isChecked);
  if (pglite !== null) return { pglite, restored: null };
  const restored = await restoreNewest(folder, now);
  return { pglite: await open(place, { isChecked: false }), restored };
};

/**
 * Opens the embedded database of a data folder: takes the lock, makes the database when there never was one, and puts
 * the newest good snapshot in the place of a damaged one, which is kept beside it. After an unclean stop it reads every
 * table.
 * @throws DataFolderError when the folder can't be used, or is damaged and no snapshot is good.
 */
export const openDataFolder = async (folder: string, now: Date): Promise<OpenedFolder> => {
  const lock = lockFolder(folder);
  const { snapshots } = placesOf(folder);
  // This file exists while a server runs, and after one that did not close the database.
  const marker = join(folder, 'open');
  try {
    return await explainHostErrors(folder, async () => {
      const { pglite, restored } = await openLocked(folder, now, existsSync(marker));
      await writeFile(marker, '');
      let isSuspect = false;
      return {
        pglite,
        restored,
        snapshot: async (date) => {
          if (!isSuspect) await snapshots.write(await pglite.dumpDataDir('gzip'), date);
        },
        newestSnapshot: async () => (await snapshots.list())[0]?.takenAt ?? null,
        suspect: () => {
          isSuspect = true;
        },
        freeSpace: async () => {
          const { bavail, bsize } = await statfs(folder);
          return bavail * bsize;
        },
        release: async () => {
          if (!isSuspect) await rm(marker, { force: true });
          lock.release();
        },
      };
    });
  } catch (error) {
    lock.release();
    throw error;
  }
};

/** Returns the snapshots of a data folder, newest first. @throws DataFolderError when the folder can't be read. */
export const listSnapshots = (folder: string): Promise<Snapshot[]> =>
  explainHostErrors(folder, () => placesOf(folder).snapshots.list());

/**
 * Puts one snapshot in the place of the database while no server runs. The old database stays beside it.
 * @param wanted the snapshot's file name.
 * @throws DataFolderError when a server runs, or there is no such snapshot, or it is damaged.
 */
export const restoreSnapshot = async (folder: string, wanted: string, now: Date): Promise<Snapshot> => {
  const lock = lockFolder(folder);
  try {
    return await explainHostErrors(folder, async () => {
      const { place, snapshots } = placesOf(folder);
      const snapshot = (await snapshots.list()).find(({ name }) => name === wanted);
      if (snapshot === undefined) {
        throw new DataFolderError(`There is no snapshot "${wanted}" in ${folder}. --list shows those that exist.`);
      }
      const made = await makeFrom(place, snapshots, snapshot);
      if (made === null) throw new DataFolderError(`The snapshot "${wanted}" is damaged. Choose another one.`);
      await replace(place, made, 'replaced', now);
      return snapshot;
    });
  } finally {
    lock.release();
  }
};
