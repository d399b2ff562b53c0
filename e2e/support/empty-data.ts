import type { TestProject } from 'vitest/node';
import { startPortal } from './portal.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data folder of a portal that was started once and has no users. */
    emptyData: string;
  }
}

/**
 * Creates the data folder once before all end-to-end tests. A first start takes seconds, so each file copies the
 * result.
 */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const first = await startPortal();
  await first.halt();
  provide('emptyData', first.dataFolder);
  return first.stop;
};
