import type { TestProject } from 'vitest/node';
import { startPortal } from './portal.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data folder of a portal that was started once and has no users. */
    emptyData: string;
  }
}

/** Runs once before all stories: a first start takes seconds, which a copy of its database saves each file. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const first = await startPortal();
  await first.halt();
  provide('emptyData', first.dataFolder);
  return first.stop;
};
