import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { levelNamePattern } from '../../src/contracts/levels.ts';
import { type LevelFiles, type LevelKind, LevelFilesUnavailable, levelBytes } from './level-files.ts';

const absent: ReadonlySet<unknown> = new Set(['ENOENT', 'ELOOP', 'ENOTDIR']);
const orAbsent = (error: unknown): null => {
  if (error instanceof Error && 'code' in error && absent.has(error.code)) return null;
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
