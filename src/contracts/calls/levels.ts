import { anything, type Guarded, list, matching, object, text } from '../shapes.ts';
import { call } from './call.ts';

/** The level tool's calls (product-spec.md#5-validation-rules, decisions.md#5-calls and #8-privacy-and-consent). */
export const levelsPath = '/api/admin/download/ugc/levels';
/** The path of the files that the response names. Each address has a signature that is valid for an hour. */
export const levelFilesPath = '/api/admin/levels';
/** Returns the `Content-Disposition` of such a file. It distinguishes the file from every other JSON. */
export const levelDisposition = (file: string): string => `attachment; filename="${file}"`;

/** The name of a level, with `~` replaced by `__`. It is never a path: it has no separator and no leading dot. */
export const levelNamePattern = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}$/;
const levelNames = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}(,[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127})*$/;
/** The maximum number of names in a call, which keeps the address within the limits of servers. */
export const levelNamesPerCall = 50;
/** The maximum size of one archive. */
export const archiveFiles = 500;
export const archiveBytes = 200 * 1024 * 1024;

/** The level's file (JSON) and its picture (PNG), relative to the portal's origin, below `levelFilesPath`. */
const levelFile = object({ name: text, url: text, previewUrl: text });
export type LevelFile = Guarded<typeof levelFile>;

/**
 * Returns links of levels; outside development with the admin key. `levelNames` are comma-separated. `missing`: the
 * names that do not exist, in the order of the request.
 */
export const findLevels = call({
  method: 'GET',
  path: levelsPath,
  auth: 'admin',
  query: object({ levelNames: matching(levelNames) }),
  answer: object({ urls: list(levelFile), missing: list(text) }),
  errors: ['TOO_MANY_LEVELS'],
});

export const readLevel = call({
  method: 'GET',
  path: `${levelFilesPath}/:file`,
  auth: 'level-link',
  query: object({ expires: text, signature: text }),
  bare: true,
  answer: anything,
  errors: ['NOT_FOUND'],
});
