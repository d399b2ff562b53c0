import { describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../config/endpoints.ts';
import { createTelemetry, type TelemetryEvent } from './telemetry.ts';

const endpoints = createEndpoints('https://portal.example', {});
const event: TelemetryEvent = { type: 'sign_in', page: '/signin', lang: 'fr' };

const hostOf = (accepts: boolean) => ({
  navigator: { sendBeacon: vi.fn((_url: string | URL, _body?: unknown) => accepts) },
  fetch: vi.fn(() => Promise.resolve(new Response())),
});

const bodyOf = async (body: unknown) => (body instanceof Blob ? JSON.parse(await body.text()) : undefined);

describe('telemetry', () => {
  it("tells the portal's own log the page and the language, and nothing else", async () => {
    const host = hostOf(true);
    createTelemetry(endpoints, () => true, host).record(event);
    const [url, body] = host.navigator.sendBeacon.mock.calls[0] ?? [];
    expect(url).toBe('https://portal.example/api/analytics/log');
    expect(await bodyOf(body)).toEqual({
      type: 'sign_in',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: '{"page":"/signin","lang":"fr"}',
    });
    expect(host.fetch).not.toHaveBeenCalled();
  });

  it('adds the country where it is known, and says so where it is not', async () => {
    const host = hostOf(true);
    const telemetry = createTelemetry(endpoints, () => true, host);
    for (const country of ['CA', null]) telemetry.record({ ...event, country });
    const told = await Promise.all(host.navigator.sendBeacon.mock.calls.map(([, body]) => bodyOf(body)));
    expect(told.map(({ data }) => JSON.parse(data).country)).toEqual(['CA', null]);
  });

  it('goes another way that outlives the page when the beacon is refused', () => {
    const host = hostOf(false);
    createTelemetry(endpoints, () => true, host).record(event);
    expect(host.fetch).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ keepalive: true }));
  });

  it('asks for consent at each event', () => {
    const host = hostOf(true);
    let allowed = false;
    const telemetry = createTelemetry(endpoints, () => allowed, host);
    telemetry.record(event);
    expect(host.navigator.sendBeacon).not.toHaveBeenCalled();
    allowed = true;
    telemetry.record(event);
    expect(host.navigator.sendBeacon).toHaveBeenCalledOnce();
  });

  it('never throws, also where a browser lacks or blocks everything', () => {
    const broken = {
      navigator: {
        sendBeacon: () => {
          throw new TypeError('blocked');
        },
      },
      fetch: () => Promise.reject(new TypeError('blocked')),
    };
    expect(() => createTelemetry(endpoints, () => true, broken).record(event)).not.toThrow();
  });
});
