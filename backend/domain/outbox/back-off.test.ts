import { describe, expect, it } from 'vitest';
import { retryDelay } from './worker.ts';

const delays = (kind: string, ...attempts: number[]) => attempts.map((attempt) => retryDelay(kind, attempt));

describe('the wait before the next try of a job', () => {
  it('triples up to five minutes, and never ends for a job that must be done', () => {
    expect(delays('deletion', 1, 2, 3, 4, 5, 10_000)).toEqual([5_000, 15_000, 45_000, 135_000, 300_000, 300_000]);
  });

  it('stays below a minute for the first fifteen tries of a mail, and ends after five days', () => {
    expect(delays('mail', 1, 3, 4, 15, 16)).toEqual([5_000, 45_000, 45_000, 45_000, 300_000]);
    const fiveDays = 15 + 5 * 24 * 12;
    expect(delays('mail', fiveDays, fiveDays + 1)).toEqual([300_000, null]);
  });

  it('ends for a conversion after three days', () => {
    expect(delays('conversion', 4, 3 * 24 * 12, 3 * 24 * 12 + 1)).toEqual([135_000, 300_000, null]);
  });
});
