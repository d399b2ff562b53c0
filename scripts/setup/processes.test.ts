import { afterEach, expect, it, vi } from 'vitest';
import { announce } from './processes.mjs';

afterEach(() => vi.useRealTimers());

it('says every fifteen seconds that silent work continues, until it ends or fails', async () => {
  vi.useFakeTimers();
  const lines: string[] = [];
  const work = Promise.withResolvers<number>();
  const done = announce(
    'Installing',
    () => work.promise,
    (line) => lines.push(line),
  );
  expect(lines).toEqual(['Installing …']);
  vi.advanceTimersByTime(31_000);
  expect(lines.slice(1)).toEqual(['… still at it after 15 s', '… still at it after 30 s']);
  work.resolve(0);
  expect(await done).toBe(0);
  const failing = announce(
    'Building',
    () => Promise.reject(new Error('no space')),
    (line) => lines.push(line),
  );
  await expect(failing).rejects.toThrow('no space');
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(3)).toEqual(['Building …']);
});
