import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { buildSettings } from '../../scripts/build/build-settings.mjs';
import { isBuilt } from '../../scripts/build/fingerprint.mjs';
import { startPortal } from './portal.ts';
import { ports, testBuild } from './settings.ts';

/** Builds the pages for the ports of this process, because end-to-end tests test the built pages only. */
export const build = async (): Promise<void> => {
  if (isBuilt(testBuild, buildSettings({ ...process.env, ...ports }))) return;
  const env = { ...process.env, ...ports, BUILD_FOLDER: testBuild };
  await promisify(execFile)(process.execPath, ['scripts/commands/build.mjs'], { env });
};

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data folder of a portal that was started once and has no users. */
    emptyData: string;
  }
}

/**
 * Builds the pages, and creates the data folder once before all end-to-end tests. A first start takes seconds, so each file copies the
 * result.
 */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  await build();
  const first = await startPortal();
  await first.halt();
  provide('emptyData', first.dataFolder);
  return first.stop;
};
