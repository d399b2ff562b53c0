import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildSettings } from '../../scripts/build/build-settings.mjs';
import { isBuilt } from '../../scripts/build/fingerprint.mjs';
import { ports, testBuild } from './settings.ts';

/** Builds the pages for the ports of this process, because end-to-end tests test the built pages only. */
export default async (): Promise<void> => {
  if (isBuilt(testBuild, buildSettings({ ...process.env, ...ports }))) return;
  const env = { ...process.env, ...ports, BUILD_FOLDER: testBuild };
  await promisify(execFile)(process.execPath, ['scripts/commands/build.mjs'], { env });
};
