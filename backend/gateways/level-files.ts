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
