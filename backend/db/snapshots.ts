import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const unzip = promisify(gunzip);
const kept = 24;
const snapshotName = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3})Z\.tar\.gz$/;

export type Snapshot = { name: string; file: string; takenAt: Date };

const nameOf = (date: Date): string => `${date.toISOString().replace(/[:.]/g, '-')}.tar.gz`;
const dateOf = (stamp: string): Date => {
  const [day = '', time = ''] = stamp.split('T');
  const [hours, minutes, seconds, milliseconds] = time.split('-');
  return new Date(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
};

const synced = async (path: string, write?: Uint8Array): Promise<void> => {
  const handle = await open(path, write === undefined ? 'r' : 'wx', 0o600);
  try {
    if (write !== undefined) await handle.writeFile(write);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Writes copies of the embedded database that survive a power cut, which PGlite's own files do not: it never calls
 * fsync. Only the owner can read them; the newest 24 are kept.
 */
export const createSnapshots = (folder: string) => {
  const list = async (): Promise<Snapshot[]> => {
    const names = await readdir(folder).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    });
    return names
      .flatMap((name) => {
        const stamp = snapshotName.exec(name)?.[1];
        return stamp === undefined ? [] : [{ name, file: join(folder, name), takenAt: dateOf(stamp) }];
      })
      .sort((one, other) => other.takenAt.getTime() - one.takenAt.getTime());
  };
  return {
    /** Returns the snapshots, newest first. */
    list,
    /**
     * Returns the archive uncompressed, or null when it is damaged. PGlite would throw that error outside of any
     * handler.
     */
    read: async ({ file }: Snapshot): Promise<Blob | null> => {
      const compressed = await readFile(file);
      return unzip(compressed).then(
        (archive) => new Blob([archive]),
        () => null,
      );
    },
    /** Writes a snapshot completely or not at all: a file without `.part` in its name is completely on the disk. */
    write: async (dump: Blob, takenAt: Date): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, nameOf(takenAt));
      const part = `${file}.part`;
      await rm(part, { force: true });
      try {
        await synced(part, new Uint8Array(await dump.arrayBuffer()));
      } catch (error) {
        // On a full disk each try would otherwise keep a part.
        await rm(part, { force: true });
        throw error;
      }
      await rename(part, file);
      await synced(folder);
      for (const old of (await list()).slice(kept)) await rm(old.file, { force: true });
    },
  };
};
export type Snapshots = ReturnType<typeof createSnapshots>;
