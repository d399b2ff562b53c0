import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSettings } from '../../scripts/build/build-settings.mjs';
import { fingerprint } from '../../scripts/build/fingerprint.mjs';
import { ports, testBuild } from './settings.ts';

const isBuilt = (): boolean => {
  const stamp = join(testBuild, 'build.json');
  if (!existsSync(stamp)) return false;
  const built: { inputs?: unknown } = JSON.parse(readFileSync(stamp, 'utf8'));
  return built.inputs === fingerprint(buildSettings({ ...process.env, ...ports }));
};

/** Builds the pages for the ports of this process, because end-to-end tests test the built pages only. */
export default async (): Promise<void> => {
  if (isBuilt()) return;
  const env = { ...process.env, ...ports, BUILD_FOLDER: testBuild };
  await promisify(execFile)(process.execPath, ['scripts/commands/build.mjs'], { env });
};
