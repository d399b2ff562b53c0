import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../config/endpoints.ts';
import { visitorCountry } from './telemetry.ts';

const endpoints = createEndpoints('https://portal.example', {});
const answering = (body: string, status = 200) => vi.fn(() => Promise.resolve(new Response(body, { status })));

describe('the country of a visitor', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("requests the country from the portal's server, without a cookie", async () => {
    const fetch = answering('{"success":true,"country":"CA"}');
    expect(await visitorCountry(endpoints, fetch)).toBe('CA');
    expect(fetch).toHaveBeenCalledExactlyOnceWith(
      'https://portal.example/api/geolocation',
      expect.objectContaining({ credentials: 'omit' }),
    );
  });

  it.each([
    ['the server does not know', '{"success":true,"country":null}'],
    ['something else answers', '<html>'],
    ['the answer is no country', '{"success":true,"country":"<script>"}'],
    ['the server refuses', '{"success":false,"error":"RATE_LIMITED"}'],
  ])('returns no country when %s', async (_, body) => {
    expect(await visitorCountry(endpoints, answering(body))).toBeNull();
  });

  it('returns no country when there is no response, or none in time', async () => {
    expect(await visitorCountry(endpoints, () => Promise.reject(new TypeError('offline')))).toBeNull();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    const late: typeof fetch = async (_, init) => {
      init?.signal?.throwIfAborted();
      return new Response('{"success":true,"country":"CA"}');
    };
    expect(await visitorCountry(endpoints, late)).toBeNull();
  });
});
