import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';
import { homeAddress } from './site.ts';

let test: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('an unknown path', () => {
  it.each([
    '//evil.example/x',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/https://evil.example',
    '/signin/..//evil.example',
    '/signin/more',
  ])('%s leads home, on this origin', async (url) => {
    const answer = await test.app.inject({ method: 'GET', url, headers: { host: 'evil.example' } });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
  });

  it('has no say in where it leads, as sent by a client that corrects nothing', () => {
    for (const url of ['/\\evil.example', '\\\\evil.example', 'https://evil.example/x'])
      expect(homeAddress(url)).toBe('/');
  });

  it('keeps the language and the coupon, and no secret', async () => {
    const url = '/nothing?lang=fr&coupon=A%26B&token=t&playfab_token=t&p=t&session=t';
    const answer = await test.app.inject({ method: 'GET', url });
    expect(answer.headers.location).toBe('/?lang=fr&coupon=A%26B');
  });

  it('below the elements or the assets is not found, and other methods are refused as data', async () => {
    for (const [method, url] of [
      ['GET', '/elements/none.js'],
      ['GET', '/assets/none.js'],
      ['POST', '/nothing'],
    ] as const) {
      const answer = await test.app.inject({ method, url });
      expect([answer.statusCode, answer.json()]).toEqual([404, { success: false, error: 'NOT_FOUND' }]);
    }
  });
});
