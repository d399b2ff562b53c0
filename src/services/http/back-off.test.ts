import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../../config/limits.ts';
import { backOff, parseRetryAfter } from './back-off.ts';

describe('back-off', () => {
  it('doubles its upper limit with each attempt and is random below it', () => {
    const wait = (next: number, random: number) => backOff(next, { background: true, random });
    expect([wait(2, 1), wait(3, 1), wait(4, 1)]).toEqual([10_000, 20_000, 40_000]);
    expect([wait(3, 0), wait(3, 0.5)]).toEqual([0, 10_000]);
  });

  it('lets a visitor wait for less than a second', () => {
    const wait = (next: number) => backOff(next, { background: false, random: 1 });
    expect([wait(2), wait(3)]).toEqual([400, 800]);
  });

  it('waits no longer than the cap and no shorter than the server requested', () => {
    const cases = fc.record({
      next: fc.integer({ min: 2, max: 60 }),
      background: fc.boolean(),
      random: fc.double({ min: 0, max: 1, noNaN: true }),
      retryAfter: fc.integer({ min: 0, max: 4000 }),
    });
    expect(backOff(2, { background: true, random: 0, retryAfter: 300 })).toBe(limits.backOffCap);
    fc.assert(
      fc.property(cases, ({ next, ...rest }) => {
        const wait = backOff(next, rest);
        if (wait === null) return rest.retryAfter * 1000 > limits.backOffCap;
        return wait <= limits.backOffCap && wait >= rest.retryAfter * 1000;
      }),
    );
  });
});

describe('the Retry-After header', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');

  it('reads Retry-After as seconds or as a date', () => {
    expect(parseRetryAfter('120', now)).toBe(120);
    expect(parseRetryAfter('Sat, 21 Nov 2026 10:00:30 GMT', now)).toBe(30);
    expect(parseRetryAfter('Sat, 21 Nov 2026 09:00:00 GMT', now)).toBe(0);
  });

  it('reads every Retry-After as a whole number of seconds or nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.date().map(String)), (header) => {
        const seconds = parseRetryAfter(header, now);
        return seconds === undefined || (Number.isInteger(seconds) && seconds >= 0);
      }),
    );
  });
});
