import { beforeEach, describe, expect, it, vi } from 'vitest';
import { timers } from '../../lib/timers.ts';
import { liveRefresh, nextReading } from './live-refresh.ts';

const build = () => {
  let visible = true;
  let tell = (): void => {};
  const unsubscribe = vi.fn();
  const read = vi.fn(async () => nextReading(0));
  const stop = liveRefresh(read, timers, {
    visible: () => visible,
    subscribe: (listener) => {
      tell = listener;
      return unsubscribe;
    },
  });
  const look = (seen: boolean) => {
    visible = seen;
    tell();
  };
  return { read, stop, look, unsubscribe };
};
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('a page that is left open', () => {
  it('reads every 30 seconds while it is visible', async () => {
    const { read, stop } = build();
    await pass(29);
    expect(read).toHaveBeenCalledTimes(0);
    await pass(61);
    expect(read).toHaveBeenCalledTimes(3);
    stop();
  });

  it('reads nothing while it is hidden, and once as soon as it is visible again', async () => {
    const { read, stop, look } = build();
    look(false);
    await pass(300);
    expect(read).toHaveBeenCalledTimes(0);
    look(true);
    expect(read).toHaveBeenCalledTimes(1);
    await pass(29);
    look(false);
    look(true);
    expect(read).toHaveBeenCalledTimes(1);
    stop();
  });

  it('reads nothing after it was stopped, even during a response', async () => {
    const { read, stop, look, unsubscribe } = build();
    await vi.advanceTimersToNextTimerAsync();
    stop();
    look(true);
    await pass(120);
    expect(read).toHaveBeenCalledTimes(1);
    expect(unsubscribe).toHaveBeenCalled();
  });

  it('waits longer after each failure in a row, up to five minutes, and as long as the server requests', () => {
    expect([0, 1, 2, 3, 4, 9].map((failures) => nextReading(failures) / 1000)).toEqual([30, 60, 120, 240, 300, 300]);
    expect(nextReading(0, 400)).toBe(400_000);
    expect(nextReading(2, 10)).toBe(120_000);
  });
});
