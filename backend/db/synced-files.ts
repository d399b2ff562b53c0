import { fsyncSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** WASI's number for an I/O error. */
const ioError = 29;

type StreamOperations = { fsync?: (stream: { nfd: number }) => number };
const hasStreamOperations = (fileSystem: object): fileSystem is { stream_ops: StreamOperations } =>
  'stream_ops' in fileSystem;

/** PGlite's mount of a folder. In PGlite 0.5 its `fsync` does nothing, so that a power failure loses what was committed. */
class SyncedNodeFS extends NodeFS {
  readonly #sync: (handle: number) => void;
  constructor(folder: string, sync: (handle: number) => void) {
    super(folder);
    this.#sync = sync;
  }
  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const connect: NonNullable<typeof emscriptenOpts.preRun>[number] = ({ NODEFS }) => {
      if (!hasStreamOperations(NODEFS)) throw new Error('NODEFS of PGlite has no stream_ops to add fsync to.');
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          this.#sync(nfd);
          return 0;
        } catch {
          return ioError;
        }
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), connect] } };
  }
}

/** Options that make PGlite write each commit through to the disk of a folder. `-F` turns that off, and is its default. */
export const syncedFiles = (folder: string, sync: (handle: number) => void = fsyncSync): PGliteOptions => ({
  fs: new SyncedNodeFS(folder, sync),
  startParams: [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync'],
});

/** Writes a file, or the list of names of a folder, through to the disk. */
export const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Writes all files and folders below a folder through to the disk. */
export const syncTree = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await syncPath(join(entry.parentPath, entry.name));
  }
  await syncPath(folder);
};
