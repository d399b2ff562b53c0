import type { ApiSuccess } from './api.ts';

/**
 * The level tool's call (spec sections 5 and 7, decisions sections 5 and 8). A file of its own: nobody else's page carries it.
 * `GET …?levelNames=a,b,c`; outside development with `Authorization: Bearer <admin key>`.
 */
export const levelsPath = '/api/admin/download/ugc/levels';
/** Below it are the files that the answer names, each with a signature that lives an hour. */
export const levelFilesPath = '/api/admin/levels';

/** A level's name as it travels, `~` replaced by `__` already. Never a path: no separator, and no dot at its beginning. */
export const levelNamePattern = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}$/;
/** Names a call; more are asked for in several. Their address then stays below what servers take. */
export const levelNamesPerCall = 50;
/** The answer to a call that asks for more. No person meets it. */
export type LevelsErrorCode = 'TOO_MANY_LEVELS';
/** Of one archive. */
export const archiveFiles = 500;
export const archiveBytes = 200 * 1024 * 1024;

/** `url`: the level's file (JSON). `previewUrl`: its picture (PNG). Both on the portal's own origin and relative to it, below `levelFilesPath`. */
export type LevelFile = { name: string; url: string; previewUrl: string };
/** `missing`: the names that no level has, in the order in which they were asked for. */
export type LevelsAnswer = ApiSuccess<{ urls: LevelFile[]; missing: string[] }>;
