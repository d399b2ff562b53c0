import type { OpenedDatabase } from './open-database.ts';

/** Takes a snapshot when there is none, or when the newest one is older than `age` milliseconds. */
export const keepSnapshot = async (
  opened: Pick<OpenedDatabase, 'newestSnapshot' | 'snapshot'>,
  { now, age }: { now: Date; age: number },
): Promise<void> => {
  const newest = await opened.newestSnapshot();
  if (newest === null || now.getTime() - newest.getTime() > age) await opened.snapshot(now);
};
