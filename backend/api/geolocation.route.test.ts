import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../testing/test-api.ts';

describe('geolocation', () => {
  let direct: TestApi;
  let proxied: TestApi;
  beforeAll(async () => {
    direct = await createTestApi();
    proxied = await createTestApi({ database: direct.infrastructure.database, countryHeader: 'cf-ipcountry' });
  });
  afterAll(async () => {
    await proxied.close();
    await direct.close();
  });

  const country = async (api: TestApi, remoteAddress: string, header?: string) => {
    const headers = header === undefined ? {} : { 'cf-ipcountry': header };
    return (await api.app.inject({ url: '/api/geolocation', remoteAddress, headers })).json();
  };

  it.each([
    ['an address in the United States', '8.8.8.8', 'US'],
    ['the same address mapped to IPv6', '::ffff:8.8.8.8', 'US'],
    ['a private address', '127.0.0.1', null],
    ['an IPv6 address, which the table does not know', '2001:4860:4860::8888', null],
  ])('returns the country of %s', async (_, ip, expected) => {
    expect(await country(direct, ip)).toEqual({ success: true, country: expected });
  });

  it('prefers the trusted proxy’s header to the table', async () => {
    expect(await country(proxied, '8.8.8.8', 'CA')).toEqual({ success: true, country: 'CA' });
  });

  it.each(['XX', 'T1', 'Canada', '<b>'])('falls back to the table when the proxy sends %s', async (header) => {
    expect(await country(proxied, '8.8.8.8', header)).toEqual({ success: true, country: 'US' });
  });

  it('ignores the header when no proxy is trusted', async () => {
    expect(await country(direct, '8.8.8.8', 'CA')).toEqual({ success: true, country: 'US' });
  });

  it('stores nothing about a visitor’s country', async () => {
    expect(await direct.infrastructure.database.selectFrom('analytics_events').selectAll().execute()).toEqual([]);
  });
});
