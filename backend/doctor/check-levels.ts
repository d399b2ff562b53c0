import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { levelNamePattern } from '../../src/contracts/levels.ts';
import type { LevelsConfig } from '../config/config.ts';
import { type Finding, note, right, wrong } from './finding.ts';
import { probe } from './probe.ts';

/** Returns the names of levels that have a file with this ending. */
const namesOf = (files: readonly string[], ending: string): string[] =>
  files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));

const checkFolder = async (folder: string): Promise<readonly Finding[]> => {
  const files = await readdir(folder).catch(() => null);
  if (files === null)
    return [
      wrong(
        'The folder of LEVELS_DIR cannot be read: create it, correct the path, or give this user the right to read it.',
      ),
    ];
  const levels = namesOf(files, '.json');
  const pictures = new Set(namesOf(files, '.png'));
  const unfit = levels.filter((name) => !levelNamePattern.test(name)).length;
  const bare = levels.filter((name) => !pictures.has(name)).length;
  return [
    levels.length === 0
      ? wrong(
          'The folder of LEVELS_DIR contains no level: put files <name>.json and <name>.png there, or correct the path.',
        )
      : right(`LEVELS_DIR contains ${levels.length} levels.`),
    ...(unfit === 0 ? [] : [note(`Levels whose name cannot be used in an address: ${unfit}.`)]),
    ...(bare === 0 ? [] : [note(`Levels without a picture: ${bare}.`)]),
  ];
};

/**
 * Asks for a level that cannot exist. A server that claims to have it would claim to have every level, so `missing`
 * would always be empty.
 */
const checkHost = async (url: string, send: typeof fetch): Promise<readonly Finding[]> => {
  const answer = await probe(`${url.replace(/\/$/, '')}/doctor-${randomUUID()}.json`, { method: 'HEAD' }, send);
  if (answer === null) return [wrong('LEVELS_URL does not answer: correct it, or let this machine reach it.')];
  return [
    [403, 404, 410].includes(answer.status)
      ? right('LEVELS_URL responds, and returns 404 for an unknown level.')
      : wrong(`LEVELS_URL returns ${answer.status} for an unknown level; it must return 404.`),
  ];
};

/** Checks the storage of the levels made by players. It reads only the names of files. */
export const checkLevels = (levels: LevelsConfig, send: typeof fetch = fetch): Promise<readonly Finding[]> =>
  levels.kind === 'host' ? checkHost(levels.url, send) : checkFolder(levels.folder);
