import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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

const hashOf = (files: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
};

/** Builds the pages, and provides a data folder to copy, because a first start takes seconds. It stays for later runs. */
export default async ({ provide }: TestProject): Promise<void> => {
  await build();
  const folder = join(
    '.cache',
    `empty-data-${hashOf(['package-lock.json', ...globSync('backend/db/migrations/*.sql')])}`,
  );
  if (!existsSync(folder)) {
    const first = await startPortal();
    await first.halt();
    for (const old of globSync('.cache/empty-data-*')) rmSync(old, { recursive: true });
    // Another run that starts now must not copy a half of it.
    cpSync(first.dataFolder, `${folder}.${process.pid}`, { recursive: true });
    renameSync(`${folder}.${process.pid}`, folder);
    await first.stop();
  }
  provide('emptyData', folder);
};
