/** What there is of a level: its data (JSON) and its picture (PNG). */
export const levelKinds = ['json', 'png'] as const;
export type LevelKind = (typeof levelKinds)[number];

/**
 * Where levels are kept. `name` fits `levelNamePattern`, and each implementation looks again: a name is never a path.
 * @throws LevelFilesUnavailable when what keeps them is away, or answers what can't be a level's file.
 */
export type LevelFiles = {
  has(name: string): Promise<boolean>;
  /** @returns null when there is none. */
  read(name: string, kind: LevelKind): Promise<Buffer | null>;
};

/** Bytes of one file; a level has a few thousand. */
export const levelBytes = 5 * 1024 * 1024;

/** Says why, and no address: it may be one that nobody shall know. */
export class LevelFilesUnavailable extends Error {
  override name = 'LevelFilesUnavailable';
}
