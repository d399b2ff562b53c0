import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';
import type { MetricsAccess } from './metrics.ts';

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

const key = 'metrics-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu';
const here = '127.0.0.1';
const elsewhere = '203.0.113.9';

const ask = async (metricsAccess: MetricsAccess, remoteAddress: string, headers: Record<string, string>) => {
  const test = await createTestApp({ monitoring: { metricsAccess } });
  close = test.close;
  await test.app.inject('/signin?token=a-secret');
  return test.app.inject({ url: '/metrics', remoteAddress, headers });
};

describe('/metrics', () => {
  it.each([
    ['development', undefined, here, {}, 200],
    ['development', undefined, elsewhere, {}, 404],
    ['development', undefined, here, { 'x-forwarded-for': elsewhere }, 404],
    ['production', undefined, here, {}, 404],
    ['production', key, elsewhere, { authorization: `Bearer ${key}` }, 200],
    ['production', key, here, { authorization: `Bearer ${key}x` }, 404],
    ['production', key, here, {}, 404],
  ] as const)('answers in %s with key %s to %s with %o: %i', async (mode, secret, address, headers, status) => {
    expect((await ask({ mode, key: secret }, address, headers)).statusCode).toBe(status);
  });

  it('counts by route pattern, never by URL', async () => {
    const { body } = await ask({ mode: 'development', key: undefined }, here, {});
    expect(body).toContain('http_request_seconds_count{method="GET",route="/signin",status="200"} 1');
    expect(body).not.toContain('a-secret');
  });
});
