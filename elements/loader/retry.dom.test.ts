import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadFailedEvent, servedEvent } from '../kit/form-protocol.ts';
import { loadWithRetry } from './retry.ts';

const limit = 15_000;
let attempts: PromiseWithResolvers<unknown>[] = [];
const shown = () => document.querySelectorAll('[role=alert]').length;
const retry = () => document.querySelector('button')?.click();
const box = () => document.querySelector('#box') ?? expect.fail('no box');
/** Lets the promises of an attempt settle. */
const settled = () => vi.advanceTimersByTimeAsync(0);
const fail = (attempt: number) => {
  attempts[attempt]?.reject(new Error('offline'));
  return settled();
};
/** The file arrives, and defines its tag. */
const arrive = (attempt: number) => {
  attempts[attempt]?.resolve({});
  box().dispatchEvent(new Event(servedEvent));
  return settled();
};

beforeEach(async () => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div id="box"><input></div>';
  attempts = [];
  const markup = '<p role="alert">It has not loaded completely. <button>Try again</button></p>';
  loadWithRetry(box(), markup, (isAgain) => {
    expect(isAgain).toBe(attempts.length > 0);
    attempts.push(Promise.withResolvers());
    return attempts.at(-1)?.promise ?? expect.fail('no attempt');
  });
  await vi.advanceTimersByTimeAsync(limit);
});
afterEach(() => vi.useRealTimers());

describe('a file that takes longer than fifteen seconds', () => {
  it('is used when it arrives after all, and the message disappears', async () => {
    expect(shown()).toBe(1);
    await arrive(0);
    expect(shown()).toBe(0);
  });

  it('is used when it arrives during the retry, about which nothing is said any more', async () => {
    retry();
    expect(shown()).toBe(0);
    await arrive(0);
    await vi.advanceTimersByTimeAsync(limit);
    await fail(1);
    expect(shown()).toBe(0);
  });

  it('says nothing when it fails during the retry, which may succeed', async () => {
    retry();
    await fail(0);
    expect(shown()).toBe(0);
  });

  it('offers another retry once when the retry fails', async () => {
    retry();
    await fail(1);
    const button = document.querySelector('button');
    await vi.advanceTimersByTimeAsync(limit);
    expect(document.querySelector('button')).toBe(button);
    expect(shown()).toBe(1);
  });

  it('leaves the message, and the focus on its button, when it then fails', async () => {
    const button = document.querySelector('button');
    button?.focus();
    await fail(0);
    expect(document.activeElement).toBe(button);
  });
});

describe('a view that cannot be loaded', () => {
  it('is loaded by the file of its tag from another address, again when that fails, too', async () => {
    await arrive(0);
    const detail = vi.fn();
    box().dispatchEvent(new CustomEvent(loadFailedEvent, { detail }));
    retry();
    await fail(1);
    retry();
    attempts[2]?.resolve('the other copy');
    await settled();
    expect(detail).toHaveBeenCalledExactlyOnceWith('the other copy');
  });
});
