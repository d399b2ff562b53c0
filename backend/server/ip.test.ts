import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

/** The address that limits count by, when this peer sends this header. */
const seen = async (trustProxy: string[], remoteAddress: string, forwarded?: string): Promise<string> => {
  const test = await createTestApp({
    trustProxy,
    mountDevelopment: async (app) => {
      app.get('/ip', async (request) => request.ip);
    },
  });
  close = test.close;
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await test.app.inject({ method: 'GET', url: '/ip', remoteAddress, headers })).body;
};

describe('the client’s address', () => {
  it.each([
    ['direct', [], '203.0.113.9', undefined, '203.0.113.9'],
    ['a header that nobody vouches for', [], '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['a trusted proxy', ['10.0.0.0/8'], '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['an untrusted proxy', ['10.0.0.0/8'], '192.0.2.1', '203.0.113.9', '192.0.2.1'],
    [
      'a chain: the last one before the trusted',
      ['10.0.0.0/8'],
      '10.0.0.1',
      '1.2.3.4, 203.0.113.9, 10.0.0.2',
      '203.0.113.9',
    ],
    ['IPv6', ['fd00::/8'], 'fd00::1', '2001:db8::7', '2001:db8::7'],
  ])('%s', async (_case, trusted, peer, forwarded, wanted) => {
    expect(await seen(trusted, peer, forwarded)).toBe(wanted);
  });
});
