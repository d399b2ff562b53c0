import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes, secretParameters } from '../../src/contracts/routes.ts';
import { createTestApp } from '../testing/test-api.ts';
import { publicAddressOf } from './request-target.ts';
import { redirectTarget } from './site.ts';

let test: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const paths = Object.values(routes).map(({ path }) => path.replace(':id', 'k-3_k-3_k-3_k-3_k-3_k-3'));

describe('a known path that ends with a slash', () => {
  it.each(paths.filter((path) => path !== '/'))('redirects %s/ to its page, with the whole query', async (path) => {
    const answer = await test.app.inject({ method: 'GET', url: `${path}/?lang=fr&coupon=A%26B&token=t` });
    expect([answer.statusCode, answer.headers.location]).toEqual([308, `${path}?lang=fr&coupon=A%26B&token=t`]);
    const plain = await test.app.inject({ method: 'HEAD', url: `${path}/` });
    expect([plain.statusCode, plain.headers.location]).toEqual([308, path]);
  });

  it.each(['/reset-password/?token=t', '/schoolzone/teacher/classroom/k-3_k-3_k-3_k-3_k-3_k-3/'])(
    'keeps the secret in a path or query out of caches, referrers and indexes while it redirects: %s',
    async (url) => {
      const { headers } = await test.app.inject({ method: 'GET', url });
      expect([headers['cache-control'], headers['referrer-policy'], headers['x-robots-tag']]).toEqual([
        'no-store',
        'no-referrer',
        'noindex',
      ]);
    },
  );

  it('stays within its segment for any classroom id', async () => {
    const answer = await test.app.inject({
      method: 'GET',
      url: '/schoolzone/teacher/classroom/%2f%2fevil.example%3f/',
    });
    expect(answer.headers.location).toBe('/schoolzone/teacher/classroom/%2F%2Fevil.example%3F');
  });

  it('redirects no known path that ends with a slash to another host', async () => {
    for (const url of ['//signin/', '/signin//evil.example/', '/signin//']) {
      const answer = await test.app.inject({ method: 'GET', url });
      expect([url, answer.statusCode, answer.headers.location]).toEqual([url, 302, '/']);
    }
  });
});

describe('an unknown path', () => {
  it.each([
    '//evil.example/x',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/https://evil.example',
    '/signin/..//evil.example',
    '/signin/more',
  ])('redirects %s to the home page, on this origin', async (url) => {
    const answer = await test.app.inject({ method: 'GET', url, headers: { host: 'evil.example' } });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
  });

  it('lets no unknown path control the target of a redirect, even when a client sends it unnormalised', () => {
    for (const url of ['/\\evil.example', '\\\\evil.example', 'https://evil.example/x'])
      expect(redirectTarget(url)).toBe('/');
  });

  it.each(['', '/', '/nothing', '/classroom', '/classroom/a/b', '//evil.example', '/signup/more'])(
    'redirects paths below the teachers’ area to its front page: /schoolzone/teacher%s',
    async (rest) => {
      const answer = await test.app.inject({ method: 'GET', url: `/schoolzone/teacher${rest}?lang=fr&token=t` });
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/schoolzone/teacher/signup?lang=fr']);
    },
  );

  it('redirects a path that only resembles the teachers’ area to the home page', async () => {
    for (const url of [
      '/schoolzone',
      '/schoolzone/teachers',
      '/schoolzone/teacherx/signup',
      '//schoolzone/teacher/x',
    ]) {
      const answer = await test.app.inject({ method: 'GET', url });
      expect([url, answer.headers.location]).toEqual([url, '/']);
    }
  });

  it('leads password managers to a new password, and tells them that other files do not exist', async () => {
    const known = await test.app.inject({ method: 'GET', url: '/.well-known/change-password' });
    expect([known.statusCode, known.headers.location]).toEqual([302, '/reset-password']);
    // They ask for this name to find out whether the portal answers everything with a page.
    const unknown = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
    for (const url of [unknown, '/.well-known/', '/.well-known/security.txt?lang=fr']) {
      expect([url, (await test.app.inject({ method: 'GET', url })).statusCode]).toEqual([url, 404]);
    }
  });

  it('keeps the language and the coupon in a redirect, but no secret', async () => {
    const url = '/nothing?lang=fr&coupon=A%26B&token=t&playfab_token=t&p=t&session=t';
    const answer = await test.app.inject({ method: 'GET', url });
    expect(answer.headers.location).toBe('/?lang=fr&coupon=A%26B');
  });

  it.each(['TOKEN', 'token[]', 'token%5B0%5D', '%20Token', 'user[password]', 'amp;token', 'x-token.y', 'code', 'P'])(
    'keeps no secret in a redirect that is spelled otherwise: %s',
    async (name) => {
      for (const path of ['/nothing', '/schoolzone/teacher/nothing', '/%E0%A4%A', '//signin/']) {
        const answer = await test.app.inject({ method: 'GET', url: `${path}?lang=fr&${name}=hidden&x=1` });
        expect([path, answer.statusCode]).toEqual([path, 302]);
        expect(answer.headers.location).toMatch(/\?lang=fr&x=1$/);
      }
    },
  );

  it.each(['/%', '/%E0%A4%A', '/%zz/signin', '/signin%', '/%ff', '/%C0%AE'])(
    'redirects a path with a broken percent sign as any unknown path: %s',
    async (url) => {
      const answer = await test.app.inject({ method: 'GET', url });
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      const classroom = await test.app.inject({ method: 'GET', url: `/schoolzone/teacher/x${url}` });
      expect(classroom.headers.location).toBe('/schoolzone/teacher/signup');
    },
  );

  it('answers programs about a path with a broken percent sign', async () => {
    for (const [method, url] of [
      ['GET', '/api/%E0%A4%A'],
      ['GET', '/assets/%E0%A4%A.js'],
      ['GET', '/elements/%ff'],
      ['POST', '/%E0%A4%A'],
    ] as const) {
      const answer = await test.app.inject({ method, url });
      expect([url, answer.statusCode, answer.json()]).toEqual([url, 404, { success: false, error: 'NOT_FOUND' }]);
    }
  });

  it('answers 404 below the elements or the assets, and to other methods', async () => {
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

const publicUrl = 'https://play.numeria.example';
const old = { host: 'portal.numeria.example' };

let portal: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  portal = await createTestApp({
    network: { publicUrl, redirectHosts: ['portal.numeria.example', 'play.numeria.example'] },
  });
});
afterAll(() => portal.close());

const ask = (url: string, headers: Record<string, string> = old) => portal.app.inject({ method: 'GET', url, headers });

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
    const { statusCode } = await portal.app.inject({ method: 'POST', url: '/nothing', headers: old });
    expect(statusCode).toBe(404);
  });
});

it.each(['play.numeria.example', 'portal.numeria.example.evil.example', 'elsewhere.example', '127.0.0.1:4173'])(
  'serves the page itself at the address to which %s redirects',
  async (host) => {
    expect((await ask('/signin', { host })).statusCode).toBe(200);
  },
);
