import { createHmac, randomBytes } from 'node:crypto';
import type { Limits } from '../limits/limits.ts';
import { Refusal } from '../refusal.ts';
import { isOneOf } from '../secrets.ts';
import { type LevelFile, levelFilesPath, levelNamesPerCall } from '../../../src/contracts/calls/levels.ts';
import { type LevelFiles, type LevelKind, levelKinds } from '../../gateways/levels.ts';
import type { Clock } from '../clock.ts';

/** Administrators' keys, two during a replacement; none closes the tools, `everybody` opens them in development. */
export type AdminKeys = readonly string[] | 'everybody';

/**
 * Creates the check of the admin key. People type it, so too many wrong keys are rate limited
 * (decisions.md#8-privacy-and-consent).
 */
export const createAdmin = (keys: AdminKeys, limits: Limits) => ({
  /** When false, the routes are not registered, so nothing reveals that they exist. */
  isThere: keys.length > 0,

  /**
   * Checks the key. An address with too many wrong keys is refused even with the right key, or guessing could continue.
   * A call without a key is how the page asks whether one is needed, and does not count.
   * @throws Refusal UNAUTHORIZED, TOO_MANY_REQUESTS
   */
  requireKey: async (key: string | undefined, ip: string): Promise<void> => {
    if (keys === 'everybody') return;
    if (key === undefined) throw new Refusal('UNAUTHORIZED');
    const isRight = isOneOf(key, keys);
    const limited = await (isRight ? limits.reached('admin-key', { ip }) : limits.consume('admin-key', { ip }));
    if (limited !== null) throw new Refusal('TOO_MANY_REQUESTS', limited.retryAfter);
    if (!isRight) throw new Refusal('UNAUTHORIZED');
  },
});

/** Seconds for which a link opens its file: enough for a long list and its archive. */
const lifetime = 3600;

/** The parts of a link as received: the file's name, a time in Unix seconds and a signature of both. */
type LevelLink = { file: string; expires: string; signature: string };

/** Derives the keys that sign links, the same in every process, so that a link reveals nothing about the admin key. */
const signingKeys = (keys: AdminKeys): Buffer[] =>
  keys === 'everybody'
    ? [randomBytes(32)]
    : keys.map((key) => createHmac('sha256', key).update('links to level files').digest());

const parse = (file: string): { name: string; kind: LevelKind } | null => {
  const kind = levelKinds.find((one) => file.endsWith(`.${one}`));
  return kind === undefined ? null : { name: file.slice(0, -kind.length - 1), kind };
};

type LevelsDependencies = { levelFiles: LevelFiles; clock: Clock; adminKeys: AdminKeys };

/** Creates the levels made by players, for the level tool (product-spec.md#7-calls-made, decisions.md#5-calls). */
export const createLevels = ({ levelFiles: files, clock, adminKeys }: LevelsDependencies) => {
  const keys = signingKeys(adminKeys);
  const now = (): number => Math.floor(clock.now().getTime() / 1000);
  const signaturesOf = (file: string, expires: string): string[] =>
    keys.map((key) => createHmac('sha256', key).update(`${expires}\n${file}`).digest('base64url'));

  const linkTo = (file: string, expires: string): string => {
    const [signature = ''] = signaturesOf(file, expires);
    return `${levelFilesPath}/${file}?${new URLSearchParams({ expires, signature })}`;
  };

  return {
    /** @param names in the order of the answer; a repeated name counts once. @throws Refusal TOO_MANY_LEVELS */
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

    /** @throws Refusal LINK_EXPIRED when the link is too old or its signature is wrong. */
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
