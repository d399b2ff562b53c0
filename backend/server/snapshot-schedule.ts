import type { OpenedDatabase } from '../db/open-database.ts';

const minute = 60_000;
/** The longest time without a snapshot, in milliseconds: while the server runs, and when it stops. */
const maximumAge = { running: 60 * minute, stopping: 30 * minute };

/** How often to call `keepSnapshot`, in milliseconds. The first snapshot of a new database is this late. */
export const snapshotInterval = 5 * minute;

/** Takes a snapshot when there is none, or when the newest one is too old. */
export const keepSnapshot = async (
  opened: Pick<OpenedDatabase, 'newestSnapshot' | 'snapshot'>,
  now: Date,
  state: keyof typeof maximumAge,
): Promise<void> => {
  const newest = await opened.newestSnapshot();
  if (newest === null || now.getTime() - newest.getTime() > maximumAge[state]) await opened.snapshot(now);
};
