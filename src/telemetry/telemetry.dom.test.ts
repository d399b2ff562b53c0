import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../config/endpoints.ts';
import { createTelemetry, type TelemetryEvent, visitorCountry } from './telemetry.ts';

const endpoints = createEndpoints('https://portal.example', {});
const event: TelemetryEvent = { type: 'sign_in', page: '/signin', lang: 'fr' };

const hostOf = (accepts: boolean) => ({
  navigator: { sendBeacon: vi.fn((_url: string | URL, _body?: unknown) => accepts) },
  fetch: vi.fn(() => Promise.resolve(new Response())),
  localStorage,
});

const bodyOf = async (body: unknown) => (body instanceof Blob ? JSON.parse(await body.text()) : undefined);

/** Returns the content of the events of a host. */
const toldBy = (host: ReturnType<typeof hostOf>) =>
  Promise.all(host.navigator.sendBeacon.mock.calls.map(async ([, body]) => JSON.parse((await bodyOf(body)).data)));

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

describe('telemetry', () => {
  it("sends the page, the language and two random ids to the portal's log, and nothing else", async () => {
    const host = hostOf(true);
    createTelemetry(endpoints, () => true, host).record(event);
    const [url, body] = host.navigator.sendBeacon.mock.calls[0] ?? [];
    expect(url).toBe('https://portal.example/api/analytics/log');
    expect(await bodyOf(body)).toEqual({
      type: 'sign_in',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: expect.any(String),
    });
    expect(await toldBy(host)).toEqual([
      {
        eventID: expect.stringMatching(/^[\w-]{22}$/),
        clientID: expect.stringMatching(/^[\w-]{22}$/),
        page: '/signin',
        lang: 'fr',
      },
    ]);
    expect(host.fetch).not.toHaveBeenCalled();
  });

  it('adds the country where it is known, a new id of the event, and the same id of the visitor', async () => {
    const host = hostOf(true);
    for (const country of ['CA', null]) createTelemetry(endpoints, () => true, host).record({ ...event, country });
    const [first, second] = await toldBy(host);
    expect([first.country, second.country]).toEqual(['CA', null]);
    expect(first.eventID).not.toBe(second.eventID);
    expect(first.clientID).toBe(second.clientID);
  });

  it('uses another request that continues after the page is closed when the beacon is rejected', () => {
    const host = hostOf(false);
    createTelemetry(endpoints, () => true, host).record(event);
    expect(host.fetch).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ keepalive: true }));
  });

  it('checks the consent for each event', () => {
    const host = hostOf(true);
    let allowed = false;
    const telemetry = createTelemetry(endpoints, () => allowed, host);
    telemetry.record(event);
    expect(host.navigator.sendBeacon).not.toHaveBeenCalled();
    expect(localStorage.length).toBe(0);
    allowed = true;
    telemetry.record(event);
    expect(host.navigator.sendBeacon).toHaveBeenCalledOnce();
  });

  it('records without throwing, even in a browser without the APIs', () => {
    const broken = {
      navigator: {
        sendBeacon: () => {
          throw new TypeError('blocked');
        },
      },
      fetch: () => Promise.reject(new TypeError('blocked')),
      get localStorage(): Storage {
        throw new TypeError('blocked');
      },
    };
    expect(() => createTelemetry(endpoints, () => true, broken).record(event)).not.toThrow();
  });
});

const answering = (body: string, status = 200) => vi.fn(() => Promise.resolve(new Response(body, { status })));

describe('the country of a visitor', () => {
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
