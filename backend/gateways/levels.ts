import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { levelNamePattern } from '../../src/contracts/calls/levels.ts';
import { BodyTooLarge, readBody } from './read-body.ts';

/** The files of a level: its data (JSON) and its picture (PNG). */
export const levelKinds = ['json', 'png'] as const;
export type LevelKind = (typeof levelKinds)[number];

/**
 * Reads the stored levels. Each implementation checks that `name` matches `levelNamePattern`: a name is never a path.
 * @throws LevelFilesUnavailable when the storage is unreachable, or its answer cannot be a level's file.
 */
export type LevelFiles = {
  has(name: string): Promise<boolean>;
  /** @returns null when there is no such file. */
  read(name: string, kind: LevelKind): Promise<Buffer | null>;
};

/** The maximum size of one file in bytes; a level has a few thousand. */
export const levelBytes = 5 * 1024 * 1024;

/** Gives the reason without the address, which may be confidential. */
export class LevelFilesUnavailable extends Error {
  override name = 'LevelFilesUnavailable';
}

const absentCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ELOOP', 'ENOTDIR']);
const orAbsent = (error: unknown): null => {
  if (error instanceof Error && 'code' in error && absentCodes.has(error.code)) return null;
  throw new LevelFilesUnavailable('the folder of levels can not be read');
};

/**
 * Opens a file of the folder. A link may lead to another name in the folder (a mounted ConfigMap consists of such
 * links), but never out of it. The resolved file is opened without following another link, and without waiting for the
 * other end of a pipe.
 */
const openInside = async (folder: string, file: string): Promise<FileHandle | null> => {
  const home = await realpath(folder);
  const real = await realpath(join(home, file));
  if (!real.startsWith(home + sep)) return null;
  return open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
};

/** Reads levels from a folder: `<name>.json` and `<name>.png`. */
export const createLevelFolder = (folder: string): LevelFiles => {
  const withFile = async <Answer>(
    name: string,
    kind: LevelKind,
    handle: (file: FileHandle, bytes: number) => Promise<Answer>,
  ): Promise<Answer | null> => {
    if (!levelNamePattern.test(name)) return null;
    const file = await openInside(folder, `${name}.${kind}`).catch(orAbsent);
    try {
      const stat = await file?.stat();
      return file && stat?.isFile() ? await handle(file, stat.size) : null;
    } finally {
      await file?.close();
    }
  };

  return {
    has: async (name) => (await withFile(name, 'json', async () => true)) ?? false,
    read: (name, kind) =>
      withFile(name, kind, (file, bytes) => {
        if (bytes > levelBytes) throw new LevelFilesUnavailable('a level’s file is too large');
        return file.readFile();
      }),
  };
};

const typeOf: Record<LevelKind, string> = { json: 'application/json', png: 'image/png' };
/** Statuses of a missing file. Object stores answer 403 to clients that may not list the files. */
const absentStatuses: ReadonlySet<number> = new Set([403, 404, 410]);

const unavailable = (why: string): LevelFilesUnavailable => new LevelFilesUnavailable(`the host of levels ${why}`);

/** The number of files that are read at once. Each may need twice `levelBytes` of memory. */
const readers = 4;

/** Creates a function that runs at most so many tasks at once; the others wait in order, until their signal aborts. */
const createQueue = (most: number) => {
  let running = 0;
  const waiting = new Set<() => void>();
  return async <T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1;
    else {
      // The slot of a task that has ended passes to the first that waits.
      await new Promise<void>((start, stop) => {
        const turn = () => start();
        waiting.add(turn);
        signal.addEventListener('abort', () => {
          if (waiting.delete(turn)) stop(signal.reason);
        });
      });
    }
    try {
      return await task();
    } finally {
      const [next] = waiting;
      if (next === undefined) running -= 1;
      else {
        waiting.delete(next);
        next();
      }
    }
  };
};

type LevelHost = {
  /** The address below which `<name>.json` and `<name>.png` are stored, with or without a trailing slash. */
  url: string;
  /** Milliseconds for one file; the default is 5,000. */
  deadline?: number;
  fetch?: typeof fetch;
};

/** Reads levels from another server. Only names below its address are requested, and redirects are not followed. */
export const createLevelHost = ({ url, deadline = 5_000, fetch: send = fetch }: LevelHost): LevelFiles => {
  const queue = createQueue(readers);

  const ask = async <Answer>(
    method: 'GET' | 'HEAD',
    name: string,
    kind: LevelKind,
    signal: AbortSignal,
    handle: (response: Response) => Promise<Answer>,
  ): Promise<Answer | null> => {
    if (!levelNamePattern.test(name)) return null;
    try {
      const address = `${url.replace(/\/$/, '')}/${name}.${kind}`;
      const response = await send(address, { method, redirect: 'error', signal });
      const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
      const isFile = response.status === 200 && type === typeOf[kind];
      if (isFile) return await handle(response);
      await response.body?.cancel();
      if (absentStatuses.has(response.status)) return null;
      throw unavailable('answered something else than a level');
    } catch (error) {
      // The cause is dropped on purpose: it may quote the address.
      if (error instanceof LevelFilesUnavailable) throw error;
      throw unavailable(error instanceof BodyTooLarge ? 'sent too much' : 'did not answer');
    }
  };

  return {
    has: async (name) => (await ask('HEAD', name, 'json', AbortSignal.timeout(deadline), async () => true)) ?? false,
    read: (name, kind) => {
      const signal = AbortSignal.timeout(deadline);
      return queue(signal, () => ask('GET', name, kind, signal, (response) => readBody(response, levelBytes)));
    },
  };
};
