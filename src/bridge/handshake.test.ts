import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handshakeDeadline, retryUntil } from './handshake.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Answers like post-robot: each call fails after two seconds until the other side listens. */
const answering = (upAfter: number) => {
  const start = Date.now();
  return vi.fn(
    () =>
      new Promise<string>((resolve, reject) => {
        setTimeout(() => (Date.now() - start >= upAfter ? resolve('up') : reject(new Error('No ack'))), 2_000);
      }),
  );
};

describe('the handshake', () => {
  it('reaches a partner that starts ten seconds late', async () => {
    const answer = retryUntil(handshakeDeadline, new AbortController().signal, answering(10_000));
    await vi.advanceTimersByTimeAsync(14_000);
    await expect(answer).resolves.toBe('up');
  });

  it('gives up after thirty seconds', async () => {
    const attempt = answering(Number.POSITIVE_INFINITY);
    const answer = retryUntil(handshakeDeadline, new AbortController().signal, attempt);
    const outcome = expect(answer).rejects.toThrow('No ack');
    await vi.advanceTimersByTimeAsync(33_000);
    await outcome;
    expect(attempt.mock.calls.length).toBeLessThan(16);
  });

  it('stops when the element is removed', async () => {
    const stop = new AbortController();
    const attempt = answering(Number.POSITIVE_INFINITY);
    const outcome = expect(retryUntil(handshakeDeadline, stop.signal, attempt)).rejects.toThrow('No ack');
    stop.abort();
    await vi.advanceTimersByTimeAsync(2_000);
    await outcome;
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});
