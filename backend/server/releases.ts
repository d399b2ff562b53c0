import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BundleError } from './bundle-stamp.ts';

/**
 * The format that the build writes: the package's version and the first characters of a hash of the contents, safe in a
 * URL.
 */
const releaseShape = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+-[0-9a-f]{8}$/) });

/**
 * Returns the version of this build's elements.
 * @throws BundleError when the folder contains no built elements.
 */
export const readVersion = async (elements: string): Promise<string> => {
  try {
    return releaseShape.parse(JSON.parse(await readFile(join(elements, 'release.json'), 'utf8'))).version;
  } catch {
    throw new BundleError(`${elements} holds no built elements: its release.json is missing or wrong.`);
  }
};

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Returns the folders of other releases' files, in the layout that `scripts/commands/keep-release.mjs` writes. All processes
 * share them and read them at each request, so a process also serves files of a release that was deployed after its
 * start.
 * @param kept RELEASES_DIR; undefined when no other releases are kept.
 * @throws BundleError when a part is missing from the folder.
 */
export const keptFiles = async (kept: string | undefined): Promise<{ assets: string[]; elements: string[] }> => {
  if (kept === undefined) return { assets: [], elements: [] };
  const folders = { assets: [join(kept, 'assets')], elements: [join(kept, 'elements')] };
  for (const folder of [...folders.assets, ...folders.elements]) {
    if (await isFolder(folder)) continue;
    throw new BundleError(`RELEASES_DIR names ${kept}, but ${folder} is not there. Run: npm run keep-release`);
  }
  return folders;
};
