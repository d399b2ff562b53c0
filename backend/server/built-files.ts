import { extname, join } from 'node:path';
import { readdir, readFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Config, type Environment, givenIn } from '../config/load-config.ts';
import { type Content, etagOf } from './content.ts';

/** The content of `build.json`. The variables of the build are public, because the bundles contain them. */
const stampShape = z.object({
  mode: z.enum(['development', 'production']),
  variables: z.record(z.string(), z.string()).default({}),
});

/** Thrown when there is no bundle, or it was built for another mode or other partners. */
export class BundleError extends Error {
  override name = 'BundleError';
}

const readStamp = (built: string): z.output<typeof stampShape> | null => {
  try {
    return stampShape.parse(JSON.parse(readFileSync(join(built, 'build.json'), 'utf8')));
  } catch {
    return null;
  }
};

/**
 * Checks that a production build has this process's variables: otherwise a widget would trust a partner whom the server
 * refuses, or the reverse. @throws BundleError naming what differs.
 */
export const checkBundle = (built: string, config: Config, env: Environment): void => {
  // The dev server needs no build.
  if (config.mode === 'development' && config.DEV_SERVER_URL !== undefined) return;
  const stamp = readStamp(built);
  if (stamp === null) throw new BundleError('The pages are not built. Run: npm run build');
  if (config.mode === 'development') return;
  if (stamp.mode !== config.mode) {
    throw new BundleError(`The pages were built for ${stamp.mode}. Run: APP_MODE=production npm run build`);
  }
  const given: Environment = {
    VITE_PLAYFAB_TITLE_ID: config.PLAYFAB_TITLE_ID,
    VITE_PLAYFAB_URL: config.playfabUrl,
    ...Object.fromEntries(Object.entries(givenIn(env)).filter(([name]) => name.startsWith('VITE_'))),
  };
  const names = new Set([...Object.keys(given), ...Object.keys(stamp.variables)]);
  const different = [...names].filter((name) => given[name] !== stamp.variables[name]).sort();
  if (different.length > 0) {
    throw new BundleError(`The pages were built with another ${different.join(', ')}. Build again, or correct it.`);
  }
};

/** The version of the package, and the first characters of a hash of the contents. */
const releaseShape = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+-[0-9a-f]{8}$/) });

/** Returns the version of this build's elements. @throws BundleError when the folder contains none. */
export const readVersion = async (elements: string): Promise<string> => {
  try {
    return releaseShape.parse(JSON.parse(await readFile(join(elements, 'release.json'), 'utf8'))).version;
  } catch {
    throw new BundleError(`${elements} holds no built elements: its release.json is missing or wrong.`);
  }
};

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A file of a build, in memory. */
export type BuiltFile = Content & { type: string };

/** Reads a folder's files by their paths, a few megabytes: a later build changes nothing for this process's pages. */
export const readFiles = async (folder: string): Promise<ReadonlyMap<string, BuiltFile>> => {
  const files = new Map<string, BuiltFile>();
  const read = async (path: string): Promise<void> => {
    const type = types[extname(path)];
    if (type === undefined) return;
    const copy = (suffix: string) => readFile(join(folder, path + suffix)).catch(() => undefined);
    const [identity, br, gzip] = await Promise.all([readFile(join(folder, path)), copy('.br'), copy('.gz')]);
    const bytes = { identity, ...(br && { br }), ...(gzip && { gzip }) };
    files.set(path.replaceAll('\\', '/'), { type, etag: etagOf(identity), bytes });
  };
  await Promise.all((await readdir(folder, { recursive: true })).map(read));
  return files;
};

/** Returns the folders that `npm run keep-release` writes, or none. @throws BundleError when a part is missing. */
export const keptFiles = async (kept: string | undefined): Promise<{ assets: string[]; elements: string[] }> => {
  if (kept === undefined) return { assets: [], elements: [] };
  const folders = { assets: [join(kept, 'assets')], elements: [join(kept, 'elements')] };
  for (const folder of [...folders.assets, ...folders.elements]) {
    if (existsSync(folder)) continue;
    throw new BundleError(`RELEASES_DIR names ${kept}, but ${folder} is not there. Run: npm run keep-release`);
  }
  return folders;
};
