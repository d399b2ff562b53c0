import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { levelNamePattern } from '../../src/contracts/calls/levels.ts';
import { answerTo, type Reach, VendorError } from './vendor.ts';

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

/** Gives the reason without the address, which may be confidential. */
export class LevelFilesUnavailable extends VendorError {}

const absentCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ELOOP', 'ENOTDIR']);
const orAbsent = (error: unknown): null => {
  if (error instanceof Error && 'code' in error && absentCodes.has(error.code)) return null;
  throw new LevelFilesUnavailable('the folder of levels can not be read');
};

/** What is wrong with a folder for which `countLevels` gives null. */
export const unreadableLevels =
  'LEVELS_DIR names a folder that cannot be read: correct the path, or give this user the right to read it.';

/** Returns how many levels a folder contains, or null when it cannot be read. */
export const countLevels = async (folder: string): Promise<number | null> => {
  const files = await readdir(folder).catch(() => null);
  return files?.filter((file) => file.endsWith('.json')).length ?? null;
};

/** Reads levels from a folder: `<name>.json` and `<name>.png`. */
export const createLevelFolder = (folder: string): LevelFiles => {
  /** Returns the path of a level's file, or null when there is none. */
  const find = async (name: string, kind: LevelKind): Promise<string | null> => {
    if (!levelNamePattern.test(name)) return null;
    const path = join(folder, `${name}.${kind}`);
    const found = await stat(path).catch(orAbsent);
    return found?.isFile() ? path : null;
  };
  return {
    has: async (name) => (await find(name, 'json')) !== null,
    read: async (name, kind) => {
      const path = await find(name, kind);
      return path === null ? null : readFile(path).catch(orAbsent);
    },
  };
};

const typeOf: Record<LevelKind, string> = { json: 'application/json', png: 'image/png' };
/** Statuses of a missing file. Object stores answer 403 to clients that may not list the files. */
const absentStatuses: ReadonlySet<number> = new Set([403, 404, 410]);

const unavailable = (why: string): LevelFilesUnavailable => new LevelFilesUnavailable(`the host of levels ${why}`);

type LevelHost = Reach & {
  /** The address below which `<name>.json` and `<name>.png` are stored, with or without a trailing slash. */
  url: string;
};

/** Reads levels from another server. Only names below its address are requested, and redirects are not followed. */
export const createLevelHost = ({ url, ...reach }: LevelHost): LevelFiles => {
  const ask = async (method: 'GET' | 'HEAD', name: string, kind: LevelKind): Promise<Buffer | null> => {
    if (!levelNamePattern.test(name)) return null;
    const answer = await answerTo(`${url.replace(/\/$/, '')}/${name}.${kind}`, { method }, reach);
    if (answer === null) throw unavailable('did not answer, or sent too much');
    const type = answer.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
    if (answer.status === 200 && type === typeOf[kind]) return answer.bytes;
    if (absentStatuses.has(answer.status)) return null;
    throw unavailable('answered something else than a level');
  };

  return {
    has: async (name) => (await ask('HEAD', name, 'json')) !== null,
    read: (name, kind) => ask('GET', name, kind),
  };
};
