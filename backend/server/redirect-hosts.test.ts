import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretParameters } from '../../src/contracts/routes.ts';
import { createTestApp } from '../testing/test-app.ts';
import { publicAddressOf } from './redirect-hosts.ts';

const publicUrl = 'https://play.numeria.example';
const old = { host: 'portal.numeria.example' };

let test: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  test = await createTestApp({
    network: { publicUrl, redirectHosts: ['portal.numeria.example', 'play.numeria.example'] },
  });
});
afterAll(() => test.close());

const ask = (url: string, headers: Record<string, string> = old) => test.app.inject({ method: 'GET', url, headers });

describe('another host name of the portal', () => {
  it('redirects to the same page at the portal’s host, with the unchanged query', async () => {
    for (const url of ['/', '/signin/?lang=fr&coupon=A%26B', '/nothing/at/all?x', '/elements/loader.js']) {
      const { statusCode, headers } = await ask(url);
      expect([statusCode, headers.location]).toEqual([308, publicUrl + url]);
    }
  });

  it('removes secrets from the redirect', async () => {
    for (const name of [...secretParameters, '%74oken', 'TOKEN', 'token[]', 'token%5B%5D', 'user[Password]', 'Code']) {
      const { headers } = await ask(`/dashboard?lang=fr&${name}=hidden&x=1&${name}=hidden`);
      expect(headers.location).toBe(`${publicUrl}/dashboard?lang=fr&x=1`);
    }
    expect((await ask('/reset-password?token=hidden')).headers.location).toBe(`${publicUrl}/reset-password`);
  });

  it('redirects to the portal’s host only, for any path', async () => {
    for (const url of [
      '//evil.example',
      '/\\evil.example',
      '/%2f%2fevil.example',
      'https://evil.example/x',
      '@evil.example',
    ]) {
      expect([url, new URL(publicAddressOf(url, publicUrl)).origin]).toEqual([url, publicUrl]);
    }
  });

  it('recognises another host name of the portal with a port and in upper case', async () => {
    expect((await ask('/', { host: 'Portal.Numeria.Example:8443' })).headers.location).toBe(`${publicUrl}/`);
  });

  it('answers a call that changes something without a redirect', async () => {
    const { statusCode } = await test.app.inject({ method: 'POST', url: '/nothing', headers: old });
    expect(statusCode).toBe(404);
  });
});

it.each(['play.numeria.example', 'portal.numeria.example.evil.example', 'elsewhere.example', '127.0.0.1:4173'])(
  'serves the page itself at the address to which %s redirects',
  async (host) => {
    expect((await ask('/signin', { host })).statusCode).toBe(200);
  },
);
