import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLoadWithRetry } from './load-with-retry.ts';

const limit = 15_000;
let attempts: PromiseWithResolvers<string>[] = [];
let loaded: string | undefined;
const shown = () => document.querySelectorAll('[role=alert]').length;
const retry = () => document.querySelector('button')?.click();
/** Lets the promises of an attempt settle. */
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(async () => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div id="box"><input></div>';
  attempts = [];
  loaded = undefined;
  const box = document.querySelector('#box');
  if (box === null) throw new Error('no box');
  const markup = '<p role="alert">It has not loaded completely. <button>Try again</button></p>';
  void createLoadWithRetry(
    box,
    markup,
  )((attempt) => {
    attempts[attempt] = Promise.withResolvers<string>();
    return attempts[attempt].promise;
  }).then((part) => {
    loaded = part;
  });
  await vi.advanceTimersByTimeAsync(limit);
});
afterEach(() => vi.useRealTimers());

describe('a file that takes longer than fifteen seconds', () => {
  it('is used when it arrives after all, and the message disappears', async () => {
    expect(shown()).toBe(1);
    attempts[0]?.resolve('late');
    await settled();
    expect([loaded, shown()]).toEqual(['late', 0]);
  });

  it('is used when it arrives during the retry, about which nothing is said any more', async () => {
    retry();
    expect(shown()).toBe(0);
    attempts[0]?.resolve('late');
    await vi.advanceTimersByTimeAsync(limit);
    expect([loaded, shown()]).toEqual(['late', 0]);
    attempts[1]?.reject(new Error('offline'));
    await settled();
    expect(shown()).toBe(0);
  });

  it('says nothing when it fails during the retry, which may succeed', async () => {
    retry();
    attempts[0]?.reject(new Error('offline'));
    await settled();
    expect(shown()).toBe(0);
    attempts[1]?.resolve('second');
    await settled();
    expect(loaded).toBe('second');
  });

  it('offers another retry when the retry fails', async () => {
    retry();
    attempts[1]?.reject(new Error('offline'));
    await settled();
    expect(shown()).toBe(1);
  });

  it('leaves the message, and the focus on its button, when it then fails', async () => {
    const button = document.querySelector('button');
    button?.focus();
    attempts[0]?.reject(new Error('offline'));
    await settled();
    expect(document.activeElement).toBe(button);
  });

  it('offers a retry once for a retry that fails at once', async () => {
    retry();
    attempts[1]?.reject(new Error('offline'));
    await settled();
    const button = document.querySelector('button');
    await vi.advanceTimersByTimeAsync(limit);
    expect(document.querySelector('button')).toBe(button);
  });
});
