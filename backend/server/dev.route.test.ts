import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';
import { createDevKey, type HostGuardOptions } from './host-guard.ts';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

const open = async (hostGuard: HostGuardOptions) => {
  const test = await createTestApp({
    hostGuard,
    mountDevelopment: async (app) => {
      app.get('/dev/mail', async () => 'inbox');
      app.get('/playfab/*', async () => 'emulator');
    },
  });
  close = test.close;
  return async (url: string, headers: Record<string, string>) =>
    (await test.app.inject({ method: 'GET', url, headers: { host: 'localhost:4173', ...headers } })).statusCode;
};

describe('a development server', () => {
  it('answers a foreign Host with 403', async () => {
    const status = await open({ names: ['portal.test'], key: null });
    for (const host of ['evil.example', 'localhost.evil.example', 'portal.test.evil.example', '127.0.0.1.nip.io']) {
      expect([host, await status('/signin', { host })]).toEqual([host, 403]);
    }
    for (const host of ['localhost:4173', '127.0.0.1:4173', '[::1]:4173', 'portal.test', '192.168.1.7']) {
      expect([host, await status('/signin', { host })]).toEqual([host, 200]);
    }
  });

  it('on another address than loopback shows inbox and stand-ins only to who brings the key', async () => {
    const key = createDevKey('0.0.0.0');
    expect(key).toHaveLength(32);
    const status = await open({ names: [], key });
    for (const url of ['/dev/mail', '/%64ev/mail', '/playfab/Client/X', '/dev/mail?key=wrong']) {
      expect([url, await status(url, {})]).toEqual([url, 404]);
    }
    expect(await status(`/dev/mail?key=${key}`, {})).toBe(200);
    expect(await status('/dev/mail', { cookie: `dev_key=${key}` })).toBe(200);
    expect(await status('/playfab/Client/X', { 'x-dev-key': String(key) })).toBe(200);
    expect(await status('/signin', {})).toBe(200);
  });

  it('on loopback asks for no key', () => {
    for (const host of ['127.0.0.1', 'localhost', '::1']) expect(createDevKey(host)).toBeNull();
  });
});
