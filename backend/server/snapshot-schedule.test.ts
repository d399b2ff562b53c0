import { expect, it } from 'vitest';
import { keepSnapshot, snapshotInterval } from './snapshot-schedule.ts';

const start = new Date('2026-03-02T09:00:00Z').getTime();
const at = (minutes: number): Date => new Date(start + minutes * 60_000);

const createSnapshots = (taken: Date[]) => ({
  newestSnapshot: async () => taken.at(-1) ?? null,
  snapshot: async (now: Date) => void taken.push(now),
});

it('takes the first snapshot minutes after the first start, and then one an hour', async () => {
  const taken: Date[] = [];
  const opened = createSnapshots(taken);
  for (let time = snapshotInterval; time <= 130 * 60_000; time += snapshotInterval) {
    await keepSnapshot(opened, new Date(start + time), 'running');
  }
  expect(taken).toEqual([at(5), at(70)]);
});

it('takes a snapshot at a stop when the newest one is more than half an hour old', async () => {
  const taken = [at(0)];
  const opened = createSnapshots(taken);
  await keepSnapshot(opened, at(30), 'stopping');
  await keepSnapshot(opened, at(31), 'stopping');
  expect(taken).toEqual([at(0), at(31)]);
});
