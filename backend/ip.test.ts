import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { createLogger } from './server/log.ts';
import { createMetrics } from './server/metrics.ts';
import { createTestApi, type TestApi } from './testing/test-api.ts';

const client = '203.0.113.9';
const proxy = '10.0.0.1';

/** [who connects, X-Forwarded-For, who is believed to call] */
type Row = [name: string, peer: string, forwarded: string | undefined, expected: string];

describe("the client's address", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const addressOf = async (trustProxy: readonly string[], remoteAddress: string, forwarded: string | undefined) => {
    const app = await createApp({
      portal: api.portal,
      logger: createLogger('fatal'),
      metrics: createMetrics(),
      metricsAccess: { mode: 'production', key: undefined },
      headers: { mode: 'production', partnerOrigins: [], connectOrigins: [] },
      ownOrigins: [],
      trustProxy,
      countryHeader: undefined,
      isReady: async () => true,
      built: null,
      hostGuard: null,
      mountDevelopment: async (mounted) => {
        mounted.get('/address', (request) => request.ip);
      },
    });
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded, 'x-real-ip': '192.0.2.66' };
    const answer = await app.inject({ url: '/address', remoteAddress, headers });
    await app.close();
    return answer.body;
  };

  const trusting: Row[] = [
    ['direct', client, undefined, client],
    ['through the proxy', proxy, client, client],
    ['through the proxy, IPv6', proxy, '2001:db8::9', '2001:db8::9'],
    ['not through the proxy, with a made-up header', client, '198.51.100.1', client],
    ['a made-up address in front of the chain', proxy, `198.51.100.1, ${client}`, client],
    ['through two of our proxies', proxy, `${client}, 10.0.0.2`, client],
    ['through the proxy, without a header', proxy, undefined, proxy],
  ];
  it.each(trusting)('with a trusted proxy: %s', async (_, peer, forwarded, expected) => {
    expect(await addressOf(['10.0.0.0/8'], peer, forwarded)).toBe(expected);
  });

  it.each([
    ['a header', client, '198.51.100.1'],
    ['a chain', client, '198.51.100.1, 10.0.0.1'],
    ['garbage', client, "' or 1=1"],
  ])('without one nobody is believed: %s', async (_, peer, forwarded) => {
    expect(await addressOf([], peer, forwarded)).toBe(peer);
  });
});
