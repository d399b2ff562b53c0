import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that the check `build` wrote. */
export const builtFolder = process.env['BUILD_FOLDER'] ?? 'dist';

export type BuiltFile = { name: string; text: string };

/** Returns all files of a build that a browser can load, without the compressed copies. */
export const textFiles = (folder: string): BuiltFile[] => {
  if (!existsSync(folder)) throw new Error(`${folder} is not built: npm run build`);
  return globSync('**/*.{js,css,html,svg,json,txt}', { cwd: folder }).map((name) => ({
    name,
    text: readFileSync(join(folder, name), 'utf8'),
  }));
};

/**
 * Returns the path of the file whose name has a hash of its content after this name.
 * @throws when there is not exactly one
 */
export const hashedName = (folder: string, name: string): string => {
  const [path, ...others] = globSync(`chunks/${name}-????????.js`, { cwd: folder });
  if (path === undefined || others.length > 0) throw new Error(`${folder} has not exactly one file for ${name}`);
  return path;
};

/**
 * Returns a module of a build and everything that it imports statically, as paths in the folder. Dynamic imports are
 * not included.
 */
export const withImports = (folder: string, entry: string, found = new Set<string>()): Set<string> => {
  if (found.has(entry)) return found;
  found.add(entry);
  const text = readFileSync(join(folder, entry), 'utf8');
  for (const [, path = ''] of text.matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g)) {
    withImports(folder, join(dirname(entry), path), found);
  }
  return found;
};
