import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { BundleError } from './bundle-stamp.ts';

/**
 * The format that the build writes: the package's version and the first characters of a hash of the contents, safe in a
 * URL.
 */
const releaseShape = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+-[0-9a-f]{8}$/) });

/** Elements that partners can pin: `/elements/<version>/` serves this folder. */
export type ServedRelease = { version: string; folder: string };

const readRelease = async (folder: string): Promise<ServedRelease> => {
  try {
    const { version } = releaseShape.parse(JSON.parse(await readFile(join(folder, 'release.json'), 'utf8')));
    return { version, folder };
  } catch {
    throw new BundleError(`${folder} holds no built elements: its release.json is missing or wrong.`);
  }
};

/**
 * Returns this build's release, then the earlier ones that the operator keeps for partners who pinned them.
 * @param elements the elements of this build.
 * @param kept a folder with copies of earlier releases under any name; undefined when none are kept.
 * @throws BundleError naming a folder that is not a release.
 */
export const readReleases = async (
  elements: string,
  kept: string | undefined,
): Promise<[current: ServedRelease, ...earlier: ServedRelease[]]> => {
  const current = await readRelease(elements);
  if (kept === undefined) return [current];
  const entries = await readdir(kept, { withFileTypes: true }).catch(() => {
    throw new BundleError(`RELEASES_DIR names ${kept}, which is not a folder that can be read.`);
  });
  const copies = entries.filter((entry) => entry.isDirectory()).map(({ name }) => readRelease(resolve(kept, name)));
  const earlier = new Map((await Promise.all(copies)).map((release) => [release.version, release]));
  earlier.delete(current.version);
  return [current, ...earlier.values()];
};
