import { describe, expect, it } from 'vitest';
import { routes, secretParameters } from '../../src/contracts/routes.ts';
import { createTestApi } from '../testing/test-api.ts';
import { closeAfterAll } from '../testing/test-database.ts';
import { publicAddressOf } from './request-target.ts';
import { redirectTarget } from './site.ts';

const test = await closeAfterAll(createTestApi());

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers });
const redirectOf = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await get(url, headers);
  return [answer.statusCode, answer.headers.location];
};
const paths = Object.values(routes).map(({ path }) => path.replace(':id', 'k-3_k-3_k-3_k-3_k-3_k-3'));

describe('a known path that ends with a slash', () => {
  it.each(paths.filter((path) => path !== '/'))('redirects %s/ to its page, with the whole query', async (path) => {
    const query = '?lang=fr&coupon=A%26B&token=t';
    expect(await redirectOf(`${path}/${query}`)).toEqual([308, path + query]);
  });

  it.each(['/reset-password/?token=t', '/schoolzone/teacher/classroom/k-3_k-3_k-3_k-3_k-3_k-3/'])(
    'keeps the secret in a path or query out of caches, referrers and indexes while it redirects: %s',
    async (url) => {
      expect((await get(url)).headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
    },
  );

  it('stays within its segment for any classroom id', async () => {
    expect(await redirectOf('/schoolzone/teacher/classroom/%2f%2fevil.example%3f/')).toEqual([
      308,
      '/schoolzone/teacher/classroom/%2F%2Fevil.example%3F',
    ]);
  });
});

describe('an unknown path', () => {
  it.each([
    '//signin/',
    '/signin//evil.example/',
    '//evil.example/x',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/https://evil.example',
    '/signin/..//evil.example',
    '/signin/more',
    '/schoolzone/teachers',
    '/schoolzone/teacherx/signup',
    '//schoolzone/teacher/x',
    '/%',
    '/%E0%A4%A',
    '/signin%',
    '/%C0%AE',
  ])('redirects %s to the home page, on this origin', async (url) => {
    expect(await redirectOf(url, { host: 'evil.example' })).toEqual([302, '/#unknown-address']);
  });

  it('lets no unknown path control the target of a redirect, even when a client sends it unnormalised', () => {
    for (const url of ['/\\evil.example', '\\\\evil.example', 'https://evil.example/x'])
      expect(redirectTarget(url)).toBe('/#unknown-address');
  });

  it.each(['', '/'])('redirects the short address of the teachers’ area: /schoolzone/teacher%s', async (rest) => {
    expect(await redirectOf(`/schoolzone/teacher${rest}`)).toEqual([302, '/schoolzone/teacher/signup']);
  });

  it.each(['/classroom', '/classroom/a/b', '//evil.example', '/signup/more', '/x/%'])(
    'redirects paths below the teachers’ area to its front page: /schoolzone/teacher%s',
    async (rest) => {
      expect(await redirectOf(`/schoolzone/teacher${rest}?lang=fr&token=t`)).toEqual([
        302,
        '/schoolzone/teacher/signup?lang=fr#unknown-address',
      ]);
    },
  );

  it('leads password managers to a new password, and answers that other files do not exist', async () => {
    expect(await redirectOf('/.well-known/change-password')).toEqual([302, '/reset-password']);
    // They ask for this name to find out whether the portal answers everything with a page.
    const unknown = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
    for (const url of [unknown, '/.well-known/']) expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
  });

  it.each(['token', 'playfab_token', 'p', 'session', 'TOKEN', 'token%5B0%5D', '%20Token', 'user[password]', 'code'])(
    'keeps the language and the coupon in a redirect, but not the secret %s',
    async (name) => {
      for (const path of ['/nothing', '/schoolzone/teacher/nothing', '/%E0%A4%A', '//signin/']) {
        const [status, location] = await redirectOf(`${path}?lang=fr&${name}=hidden&coupon=A%26B`);
        expect([path, status]).toEqual([path, 302]);
        expect(location).toMatch(/\?lang=fr&coupon=A%26B(#unknown-address)?$/);
      }
    },
  );

  it.each([
    ['GET', '/elements/none.js'],
    ['GET', '/elements/%ff'],
    ['GET', '/assets/%E0%A4%A.js'],
    ['GET', '/api/%E0%A4%A'],
    ['POST', '/%E0%A4%A'],
    ['POST', '/nothing'],
  ] as const)('answers programs that send %s %s', async (method, url) => {
    const answer = await test.app.inject({ method, url });
    expect([answer.statusCode, answer.json()]).toEqual([404, { success: false, error: 'NOT_FOUND' }]);
  });
});

describe('another host name of the portal', async () => {
  const publicUrl = 'https://play.numeria.example';
  const old = { host: 'portal.numeria.example' };
  const redirectHosts = ['portal.numeria.example', 'play.numeria.example'];
  const portal = await closeAfterAll(createTestApi({ network: { publicUrl, redirectHosts } }));

  const ask = (url: string, headers = old) => portal.app.inject({ method: 'GET', url, headers });

  it('redirects pages and files, but no call, to the portal’s host, with the unchanged query', async () => {
    for (const url of ['/', '/signin/?lang=fr&coupon=A%26B', '/nothing/at/all?x', '/elements/loader.js']) {
      const { statusCode, headers } = await ask(url);
      expect([statusCode, headers.location]).toEqual([308, publicUrl + url]);
    }
    for (const host of ['Portal.Numeria.Example:8443', 'portal.numeria.example.', 'portal.numeria.example.:443']) {
      expect((await ask('/', { host })).headers.location).toBe(`${publicUrl}/`);
    }
    // A call that changes something would be sent twice.
    expect((await portal.app.inject({ method: 'POST', url: '/nothing', headers: old })).statusCode).toBe(404);
  });

  it('removes secrets from the redirect', async () => {
    for (const name of [...secretParameters, '%74oken', 'token[]', 'user[Password]']) {
      const { headers } = await ask(`/dashboard?lang=fr&${name}=hidden&x=1&${name}=hidden`);
      expect(headers.location).toBe(`${publicUrl}/dashboard?lang=fr&x=1`);
    }
  });

  it.each(['//evil.example', '/\\evil.example', '/%2f%2fevil.example', 'https://evil.example/x', '@evil.example'])(
    'redirects to the portal’s host only, for any path: %s',
    (url) => {
      expect(new URL(publicAddressOf(url, publicUrl)).origin).toBe(publicUrl);
    },
  );

  it.each(['play.numeria.example', 'portal.numeria.example.evil.example', 'elsewhere.example', '127.0.0.1:4173'])(
    'serves the page itself at the address to which %s redirects',
    async (host) => {
      expect((await ask('/signin', { host })).statusCode).toBe(200);
    },
  );
});
