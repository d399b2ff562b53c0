import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '../../config/limits.ts';
import { literal, object } from '../../contracts/shapes.ts';
import { parseRetryAfter } from './attempt.ts';
import { backOff, createHttp, type HttpRequest } from './http.ts';

const answer = object({ success: literal(true) });
const get: HttpRequest<{ success: true }> = { method: 'GET', url: 'https://portal.example/api/user', answer };
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const good = () => json({ success: true });
const bad = (status: number, headers?: Record<string, string>) => json({ success: false }, status, headers);

/** Simulates a network that returns these responses in turn. Records the times (ms) of the requests. */
const networkOf = (...answers: (() => Response | Promise<Response>)[]) => {
  const start = Date.now();
  const times: number[] = [];
  const inits: (RequestInit | undefined)[] = [];
  const fetch = async (_: unknown, init?: RequestInit) => {
    times.push(Date.now() - start);
    inits.push(init);
    const next = answers[Math.min(times.length, answers.length) - 1];
    return next === undefined ? good() : next();
  };
  return { fetch, times, inits };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('http', () => {
  it('sends with the fetch that the page has at that moment', async () => {
    const http = createHttp();
    const { fetch, times } = networkOf(good);
    vi.stubGlobal('fetch', fetch);
    expect(await http.request(get)).toEqual({ ok: true, value: { success: true } });
    expect(times).toEqual([0]);
    vi.unstubAllGlobals();
  });

  it.each([
    ['a server error', () => bad(500), true],
    ['a lost connection', () => Promise.reject<Response>(new TypeError('reset')), true],
    ['a rejection', () => json({ success: false, error: 'TOKEN_EXPIRED' }, 401), false],
    ['an unreadable page of a proxy', () => new Response('<!doctype html>'), true],
    ['a failure that came with the status of a success', () => json({ success: false, error: 'TOKEN_EXPIRED' }), false],
    ['a missing page of another server', () => new Response('<!doctype html>', { status: 404 }), false],
  ])('repeats a request only if another attempt may succeed: %s', async (_, first, repeats) => {
    const { fetch, times } = networkOf(first, good);
    const pending = createHttp({ fetch, random: () => 0 }).request(get);
    await vi.runAllTimersAsync();
    expect((await pending).ok).toBe(repeats);
    expect(times).toHaveLength(repeats ? 2 : 1);
  });

  it.each([
    [200, { success: false, error: '' }, 'GENERIC_ERROR'],
    [400, { success: false }, 'GENERIC_ERROR'],
    [400, { success: false, error: 'A_CODE_OF_TOMORROW' }, 'GENERIC_ERROR'],
    [401, { success: false, error: '' }, 'GENERIC_ERROR'],
    [400, 'a proxy', 'GENERIC_ERROR'],
    [401, 'a proxy', 'UNAUTHORIZED'],
    [499, 'a proxy', 'GENERIC_ERROR'],
    [429, { success: false, error: '' }, 'TOO_MANY_REQUESTS'],
    [500, { success: false, error: 'A_CODE_OF_TOMORROW' }, 'SERVICE_UNAVAILABLE'],
  ])('reports a response without a known code: %s %j', async (status, body, code) => {
    const { fetch } = networkOf(() => json(body, status));
    const pending = createHttp({ fetch }).request({ ...get, repeatable: false });
    expect(await pending).toEqual({ ok: false, failure: { code } });
  });

  it('retries a request that hangs, so that a person does not wait for the whole deadline', async () => {
    const { fetch, times } = networkOf(() => new Promise<Response>(() => {}), good);
    const pending = createHttp({ fetch, random: () => 0 }).request(get);
    await vi.advanceTimersByTimeAsync(limits.interactiveDeadline / 2);
    expect(await pending).toEqual({ ok: true, value: { success: true } });
    expect(times).toHaveLength(2);
  });

  it.each([
    ['is sent once', { repeatable: false }],
    ['is sent in the background', { background: true }],
  ])('gives a request more time that %s', async (_, change) => {
    const { fetch, times } = networkOf(() => new Promise((resolve) => setTimeout(() => resolve(good()), 13_000)));
    const pending = createHttp({ fetch }).request({ ...get, ...change });
    await vi.advanceTimersByTimeAsync(limits.interactiveDeadline);
    expect(await pending).toEqual({ ok: true, value: { success: true } });
    expect(times).toEqual([0]);
  });

  it('obeys a Retry-After that fits into the deadline', async () => {
    const { fetch, times } = networkOf(() => bad(429, { 'Retry-After': '3' }), good);
    const pending = createHttp({ fetch, random: () => 0 }).request(get);
    await vi.runAllTimersAsync();
    expect(await pending).toMatchObject({ ok: true });
    expect(times).toEqual([0, 3000]);
  });

  it.each([
    [14, false],
    [40, false],
    [301, true],
  ])('reports a longer Retry-After immediately instead of waiting: %s s', async (retryAfter, background) => {
    const { fetch, times } = networkOf(() => bad(429, { 'Retry-After': `${retryAfter}` }));
    expect(await createHttp({ fetch }).request({ ...get, background })).toEqual({
      ok: false,
      failure: { code: 'TOO_MANY_REQUESTS', retryAfter },
    });
    expect(times).toEqual([0]);
  });

  it('waits longer in the background, but never five minutes', async () => {
    const { fetch, times } = networkOf(() => bad(503, { 'Retry-After': '290' }));
    const pending = createHttp({ fetch, random: () => 1 }).request({ ...get, background: true });
    await vi.runAllTimersAsync();
    await pending;
    expect(times).toEqual([0, 290_000, 580_000]);
  });

  it.each(['GET', 'POST'] as const)('stops a %s immediately when the caller aborts', async (method) => {
    const { fetch, inits } = networkOf(() => new Promise<Response>(() => {}));
    const leaving = new AbortController();
    const pending = createHttp({ fetch }).request({ ...get, method, signal: leaving.signal });
    await vi.advanceTimersByTimeAsync(100);
    leaving.abort();
    expect(await pending).toEqual({ ok: false, failure: { code: 'GENERIC_ERROR', cause: 'aborted' } });
    expect(inits[0]?.signal?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stops waiting for the next attempt when the caller aborts, and sends nothing for a caller who has aborted', async () => {
    const { fetch, times } = networkOf(() => bad(503));
    const leaving = new AbortController();
    const request = { ...get, signal: leaving.signal };
    const pending = createHttp({ fetch, random: () => 1 }).request(request);
    await vi.advanceTimersByTimeAsync(100);
    leaving.abort();
    expect(await pending).toEqual({ ok: false, failure: { code: 'GENERIC_ERROR', cause: 'aborted' } });
    await createHttp({ fetch }).request(request);
    expect(times).toEqual([0]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends forms as forms, cookies only to the own origin where the consent matters, and no GET with a preflight', async () => {
    const { fetch, inits } = networkOf(good);
    const http = createHttp({ fetch });
    await http.request({ ...get, method: 'PUT', form: { token: 'a+b &c' } });
    await http.request({ ...get, consent: true });
    expect(inits[0]).toMatchObject({ body: 'token=a%2Bb+%26c', credentials: 'omit' });
    expect(new Headers(inits[0]?.headers).get('Content-Type')).toMatch('application/x-www-form-urlencoded');
    expect(inits[1]).toMatchObject({ credentials: 'same-origin' });
    expect(inits[1]).not.toHaveProperty('body');
    expect([...new Headers(inits[1]?.headers).keys()]).toEqual(['accept']);
  });
});

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
