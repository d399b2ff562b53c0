import { createHmac, randomBytes } from 'node:crypto';
import { type LevelFile, levelFilesPath, levelNamePattern, levelNamesPerCall } from '../../src/contracts/levels.ts';
import { type LevelFiles, type LevelKind, levelKinds } from '../gateways/level-files.ts';
import type { AdminKeys } from './admin.ts';
import type { Clock } from './clock.ts';
import { Refusal } from './refusal.ts';
import { isOneOf } from './secrets.ts';

/** Seconds for which a link opens its file: enough for a long list and its archive. */
const lifetime = 3600;

/** A link's parts, as they come: the file's name, a time in Unix seconds and what signs both. */
export type LevelLink = { file: string; expires: string; signature: string };

/** Derived, so that a link gives nothing of the key away; every process with the same key signs alike. */
const signingKeys = (keys: AdminKeys): Buffer[] =>
  keys === 'everybody'
    ? [randomBytes(32)]
    : keys.map((key) => createHmac('sha256', key).update('links to level files').digest());

const parse = (file: string): { name: string; kind: LevelKind } | null => {
  const kind = levelKinds.find((one) => file.endsWith(`.${one}`));
  const name = file.slice(0, file.lastIndexOf('.'));
  return kind !== undefined && levelNamePattern.test(name) ? { name, kind } : null;
};

export type LevelsDependencies = { files: LevelFiles; clock: Clock; adminKeys: AdminKeys };

/** Levels that players made, for the level tool (spec section 7, decisions section 5). */
export const createLevels = ({ files, clock, adminKeys }: LevelsDependencies) => {
  const keys = signingKeys(adminKeys);
  const now = (): number => Math.floor(clock.now().getTime() / 1000);
  const signaturesOf = (file: string, expires: string): string[] =>
    keys.map((key) => createHmac('sha256', key).update(`${expires}\n${file}`).digest('base64url'));

  const linkTo = (file: string, expires: string): string => {
    const [signature = ''] = signaturesOf(file, expires);
    return `${levelFilesPath}/${file}?${new URLSearchParams({ expires, signature })}`;
  };

  return {
    /**
     * @param names in their order; one that comes twice counts once.
     * @throws Refusal TOO_MANY_LEVELS
     */
    find: async (names: readonly string[]): Promise<{ urls: LevelFile[]; missing: string[] }> => {
      const wanted = [...new Set(names)];
      if (wanted.length > levelNamesPerCall) throw new Refusal('TOO_MANY_LEVELS');
      const found = await Promise.all(wanted.map((name) => files.has(name)));
      const expires = String(now() + lifetime);
      return {
        urls: wanted
          .filter((_, index) => found[index])
          .map((name) => ({ name, url: linkTo(`${name}.json`, expires), previewUrl: linkTo(`${name}.png`, expires) })),
        missing: wanted.filter((_, index) => !found[index]),
      };
    },

    /** @throws Refusal LINK_EXPIRED, for one that is too old and for one that is not ours. */
    requireLink: ({ file, expires, signature }: LevelLink): void => {
      const isOurs = isOneOf(signature, signaturesOf(file, expires));
      if (!isOurs || Number(expires) <= now()) throw new Refusal('LINK_EXPIRED');
    },

    /** @throws Refusal NOT_FOUND */
    read: async (file: string): Promise<{ kind: LevelKind; bytes: Buffer }> => {
      const level = parse(file);
      const bytes = level === null ? null : await files.read(level.name, level.kind);
      if (level === null || bytes === null) throw new Refusal('NOT_FOUND');
      return { kind: level.kind, bytes };
    },
  };
};
