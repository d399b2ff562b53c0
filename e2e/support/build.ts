import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { cached } from '../../backend/testing/cached.ts';
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

/** Builds the pages, and provides a data folder to copy, because a first start takes seconds. */
export default async ({ provide }: TestProject): Promise<void> => {
  await build();
  const fill = async (path: string): Promise<void> => {
    const first = await startPortal();
    await first.halt();
    cpSync(first.dataFolder, path, { recursive: true });
    await first.stop();
  };
  provide('emptyData', await cached('empty-data', fill));
};
