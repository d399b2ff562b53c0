import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder that the gate `build` wrote. */
export const builtFolder = process.env['BUILD_FOLDER'] ?? 'dist';

export type BuiltFile = { name: string; text: string };

/** All that a browser would read of a build, without the compressed copies. */
export const textFiles = (folder: string): BuiltFile[] => {
  if (!existsSync(folder)) throw new Error(`${folder} is not built: npm run build`);
  return globSync('**/*.{js,css,html,svg,json,txt}', { cwd: folder }).map((name) => ({
    name,
    text: readFileSync(join(folder, name), 'utf8'),
  }));
};
