import { afterEach, expect, it, vi } from 'vitest';
import { announceListener, waitForListener } from './handshake.ts';

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
