import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { cached } from '../../backend/testing/cached.ts';
import { isBuilt } from '../../scripts/build/fingerprint.ts';
import { startPortal } from './portal.ts';
import { ports, testBuild } from './settings.ts';

/** Builds the pages for the ports of this process, because end-to-end tests test the built pages only. */
export const build = async (): Promise<void> => {
  const env = { ...process.env, ...ports, BUILD_FOLDER: testBuild };
  if (isBuilt(env)) return;
  await promisify(execFile)(process.execPath, ['scripts/commands/build.ts'], { env });
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
