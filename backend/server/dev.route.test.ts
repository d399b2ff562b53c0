import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createTestApi } from '../testing/test-api.ts';
import { closeAfterAll } from '../testing/test-database.ts';

describe('a development server', async () => {
  const mountTools = async (app: FastifyInstance) => void app.get('/dev/mail', async () => 'inbox');
  const test = await closeAfterAll(createTestApi({ mountTools }));
  const status = async (url: string, headers: Record<string, string>) =>
    (await test.app.inject({ url, headers: { host: 'localhost:4173', ...headers } })).statusCode;

  it('answers a foreign Host with 403', async () => {
    for (const host of ['evil.example', 'localhost.evil.example', 'portal.test', '127.0.0.1.nip.io']) {
      expect([host, await status('/signin', { host })]).toEqual([host, 403]);
    }
    const refused = await test.app.inject({ url: '/signin', headers: { host: 'portal.test' } });
    expect(refused.body).toMatch(/^A development server answers localhost .*\n$/);
    for (const host of ['localhost:4173', '127.0.0.1:4173', '[::1]:4173']) {
      expect([host, await status('/signin', { host })]).toEqual([host, 200]);
    }
  });

  it.each(['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via'])(
    'shows the captured mails on this machine, and not to a request with %s',
    async (header) => {
      expect(await status('/dev/mail', {})).toBe(200);
      for (const url of ['/dev/mail', '/%64ev/mail']) expect(await status(url, { [header]: '203.0.113.9' })).toBe(404);
      expect(await status('/signin', { [header]: '203.0.113.9' })).toBe(200);
    },
  );
});
