import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildSettings, buildSettings } from './build-settings.ts';

/** All files on which a built file can depend. Environment variables are hashed separately. */
export const buildInputs = [
  'src',
  'elements',
  'host-site',
  'demo',
  'locales',
  'backend/config/create-partners.ts',
  'backend/config/setting-values.ts',
  'backend/config/settings.ts',
  'docs/partners/tag-and-package.md',
  'scripts/commands/build.ts',
  'scripts/build/build-settings.ts',
  'scripts/build/release.ts',
  'scripts/build/vite-plugins.ts',
  'vite.lib.config.ts',
  'vite.site.config.ts',
  'tsconfig.json',
  'tsconfig.types.json',
  'package.json',
  'package-lock.json',
];

const isTest = /\.(test|e2e)\.tsx?$|[/\\]fixtures[/\\]/;

const filesIn = (path: string): string[] => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
};

/** Returns a hash of the inputs' contents and of the settings. Two builds with the same hash produce the same files. */
export const fingerprint = ({ mode, variables }: BuildSettings, inputs: readonly string[] = buildInputs): string => {
  const hash = createHash('sha256').update(JSON.stringify([mode, Object.entries(variables).sort()]));
  for (const file of inputs.flatMap(filesIn).filter((path) => !isTest.test(path))) {
    hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
};

/** Returns whether BUILD_FOLDER or `dist` contains what a build of these sources with these variables would write. */
export const isBuilt = (env: NodeJS.ProcessEnv): boolean => {
  const stamp = join(env['BUILD_FOLDER'] || 'dist', 'build.json');
  return existsSync(stamp) && JSON.parse(readFileSync(stamp, 'utf8')).inputs === fingerprint(buildSettings(env));
};
