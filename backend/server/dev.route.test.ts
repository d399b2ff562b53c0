import { afterEach, describe, expect, it } from 'vitest';
import { levelsPath } from '../../src/contracts/calls/levels.ts';
import { schoolZonePaths } from '../../src/contracts/calls/school-zone.ts';
import { createTestApp } from '../testing/test-api.ts';
import { createDevKey, type HostGuardOptions } from './host-guard.ts';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

const open = async (hostGuard: Partial<HostGuardOptions>) => {
  const test = await createTestApp({
    development: {
      hostGuard,
      mount: async (app) => {
        app.get('/dev/mail', async () => 'inbox');
        app.get('/playfab/*', async () => 'emulator');
      },
    },
  });
  close = test.close;
  return async (url: string, headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') =>
    (await test.app.inject({ method, url, headers: { host: 'localhost:4173', ...headers } })).statusCode;
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

  it('requires the key for inbox and emulators on another address than loopback', async () => {
    const key = createDevKey('0.0.0.0');
    expect(key).toHaveLength(32);
    const status = await open({ names: [], key });
    for (const url of ['/dev/mail', '/%64ev/mail', '/playfab/Client/X', '/dev/mail?key=wrong']) {
      expect([url, await status(url, {})]).toEqual([url, 404]);
    }
    expect(await status(`/dev/mail?key=${key}`, {})).toBe(200);
    expect(await status('/dev/mail', { cookie: `dev_key=${key}` })).toBe(200);
    expect(await status('/dev/mail', { cookie: `dev_key=another-server; dev_key=${key}` })).toBe(200);
    expect(await status('/playfab/Client/X', { 'x-dev-key': String(key) })).toBe(200);
    expect(await status('/signin', {})).toBe(200);
  });

  const proxied: [string, Partial<HostGuardOptions>, Record<string, string>][] = [
    ['a request with X-Forwarded-For', {}, { 'x-forwarded-for': '203.0.113.9' }],
    ['a request with X-Forwarded-Proto', {}, { 'x-forwarded-proto': 'https' }],
    ['a request with Forwarded', {}, { forwarded: 'for=203.0.113.9' }],
    ['a request with X-Real-IP', {}, { 'x-real-ip': '203.0.113.9' }],
    ['any request when PUBLIC_URL is not on this machine', { isPublished: true }, {}],
  ];
  const levels = `${levelsPath}?levelNames=one`;
  const asGame = { authorization: 'Bearer dev-game-key' };

  it('answers /dev, the level tool and dev-game-key on this machine', async () => {
    const status = await open({});
    for (const url of ['/dev/mail', '/devtools/ugc', levels]) expect([url, await status(url, {})]).toEqual([url, 200]);
    expect(await status(schoolZonePaths.progress, asGame, 'POST')).toBe(400);
  });

  it.each(proxied)('hides /dev, the level tool and dev-game-key from %s', async (_case, options, headers) => {
    const status = await open(options);
    for (const url of [
      '/dev/mail',
      '/%64ev/mail',
      '/devtools/ugc',
      '/devtools/ugc/',
      levels,
      '/api/admin/levels/a.json',
    ]) {
      expect([url, await status(url, headers)]).toEqual([url, 404]);
    }
    for (const authorization of [asGame.authorization, 'bearer dev-game-key']) {
      expect(await status(schoolZonePaths.progress, { ...headers, authorization }, 'POST')).toBe(401);
    }
    expect(await status('/signin', headers)).toBe(200);
    expect(await status('/playfab/Client/X', headers)).toBe(200);
  });

  it.each(proxied)('hides /dev even from %s with the key', async (_case, options, headers) => {
    const key = createDevKey('0.0.0.0');
    const status = await open({ ...options, key });
    expect(await status('/dev/mail', { ...headers, 'x-dev-key': String(key) })).toBe(404);
  });

  it('protects the level tool by its own key when ADMIN_API_KEY is set', async () => {
    const status = await open({ hasAdminKey: true });
    expect(await status('/devtools/ugc', { 'x-forwarded-for': '203.0.113.9' })).toBe(200);
  });

  it('requires the key for the level tool on another address than loopback', async () => {
    const key = createDevKey('0.0.0.0');
    const status = await open({ key });
    expect(await status(levels, {})).toBe(404);
    expect(await status(levels, { 'x-dev-key': String(key) })).toBe(200);
  });

  it('answers 404 to a key with a non-ASCII character, in a query, header or cookie', async () => {
    const key = createDevKey('0.0.0.0');
    const status = await open({ key });
    const wrong = `é${String(key).slice(1)}`;
    expect(await status(`/dev/mail?key=${encodeURIComponent(wrong)}`, {})).toBe(404);
    expect(await status('/dev/mail', { 'x-dev-key': wrong })).toBe(404);
    expect(await status('/dev/mail', { cookie: `dev_key=${wrong}` })).toBe(404);
    expect(await status(`/signin?key=${encodeURIComponent(wrong)}`, {})).toBe(200);
  });

  it('requires no key on loopback', () => {
    for (const host of ['127.0.0.1', 'localhost', '::1']) expect(createDevKey(host)).toBeNull();
  });
});
