import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announceListener, handshakeDeadline, retryUntil, waitForListener } from './handshake.ts';

const partner = 'https://partner.example';
const stop = new AbortController();
afterEach(() => vi.restoreAllMocks());

/** Posts the message that an embed sends, as a frame in `partner`’s page would receive it. */
const call = (): unknown => {
  const post = vi.spyOn(window, 'postMessage').mockReturnValue();
  announceListener(window, partner);
  expect(post).toHaveBeenCalledExactlyOnceWith(expect.anything(), partner);
  return post.mock.calls[0]?.[0];
};

const isHeard = async (change: MessageEventInit): Promise<boolean> => {
  const heard = vi.fn();
  void waitForListener(window, partner, stop.signal).then(heard);
  window.dispatchEvent(
    new MessageEvent('message', { data: call(), origin: partner, source: window.parent, ...change }),
  );
  await Promise.resolve();
  return heard.mock.calls.length === 1;
};

it('asks again when a frame is called after its first request found no listener', async () => {
  expect(await isHeard({})).toBe(true);
});

it.each([
  ['another window', { source: null }],
  ['another origin', { origin: 'https://stranger.example' }],
  ['another message', { data: 'maths:hello' }],
])('asks no second time after %s', async (_, change) => {
  expect(await isHeard(change)).toBe(false);
});

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
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

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
