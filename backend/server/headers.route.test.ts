import { describe, expect, it } from 'vitest';
import { routes } from '../../src/contracts/routes.ts';
import { builtVersion } from '../testing/server-process.ts';
import { createTestApi, partnerOrigins } from '../testing/test-api.ts';
import { closeAfterAll } from '../testing/test-database.ts';

const playfab = 'https://ab12c.playfabapi.com';
const modes = [
  { mode: 'development', connectOrigins: [] },
  { mode: 'production', connectOrigins: [playfab] },
] as const;
const names = [
  'content-security-policy',
  'cross-origin-resource-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'cross-origin-embedder-policy',
  'access-control-allow-origin',
  'strict-transport-security',
  'x-content-type-options',
  'referrer-policy',
  'cache-control',
  'x-robots-tag',
];

const pagePolicy = (ancestors: string, connect: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src ${connect}; ` +
  `form-action 'self'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors ${ancestors}`;

/** Browser features that no page of the portal uses. */
const unused =
  'accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb'.split(' ');
const loopback = 'http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:*';

describe.each(modes)('security headers in $mode', async ({ mode, connectOrigins }) => {
  const test = await closeAfterAll(createTestApi({ headers: { mode, partnerOrigins, connectOrigins } }));

  const headersOf = async (url: string): Promise<Record<string, unknown>> => {
    const { headers } = await test.app.inject({ method: 'GET', url });
    return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
  };
  const partners = [...partnerOrigins, ...(mode === 'development' ? [loopback] : [])].join(' ');
  const connect = ["'self'", ...connectOrigins].join(' ');
  const always = {
    'x-content-type-options': 'nosniff',
    ...(mode === 'production' ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  const page = {
    ...always,
    'content-security-policy': pagePolicy("'none'", connect),
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': unused.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cache-control': 'no-cache',
  };
  const secretPage = {
    ...page,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  };
  const data = {
    ...always,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  const element = {
    ...always,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  };
  const forEver = { 'cache-control': 'public, max-age=31536000, immutable' };
  const briefly = {
    'cache-control': mode === 'production' ? 'public, max-age=300, stale-while-revalidate=86400' : 'no-cache',
  };

  it('lets only the listed origins frame each route in this mode', async () => {
    const framing: Record<string, string> = {};
    for (const { path } of Object.values(routes)) {
      const { 'content-security-policy': policy } = await headersOf(path);
      framing[path] = String(policy).replace(/^.*frame-ancestors /, '');
    }
    expect(framing).toEqual({
      '/': "'none'",
      '/signin': "'none'",
      '/signup': "'none'",
      '/reset-password': "'none'",
      '/dashboard': "'none'",
      '/confirmation': "'none'",
      '/cancel': "'none'",
      '/delete-account': "'none'",
      '/widgets/signin': partners,
      '/widgets/signup': partners,
      '/schoolzone/teacher/signup': "'none'",
      '/schoolzone/teacher/signup-success': "'none'",
      '/schoolzone/teacher/classroom/:id': "'none'",
      '/schoolzone/teacher/classroom-update': "'none'",
      '/widgets/teacher-signup': partners,
      '/widgets/cancel': partners,
      '/devtools/ugc': "'none'",
      '/terms': "'none'",
      '/privacy': "'none'",
    });
  });

  it.each([
    ['/signin', page],
    ['/reset-password', secretPage],
    ['/schoolzone/teacher/signup', page],
    ['/schoolzone/teacher/classroom/AAAAAAAAAAAAAAAAAAAAAA', secretPage],
    ['/schoolzone/teacher/classroom-update', secretPage],
    [
      '/widgets/signin',
      {
        ...page,
        'content-security-policy': pagePolicy(partners, connect),
        'cross-origin-resource-policy': 'cross-origin',
        'cross-origin-embedder-policy': 'require-corp',
      },
    ],
    ['/elements/loader.js', { ...element, ...briefly }],
    [`/elements/${builtVersion}/loader.js`, { ...element, ...forEver }],
    ['/elements/0.0.9-ffffffff/loader.js', { ...element, 'cache-control': 'no-store' }],
    ['/elements/chunks/sign-in-DaCWor9G.js', { ...element, ...forEver }],
    ['/assets/index-Bj2LblBN.js', { ...element, ...forEver }],
    [
      '/api/docs',
      {
        ...page,
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
          "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      },
    ],
    ['/api/nothing', data],
    ['/healthz', data],
    ['/api/admin/levels/castle.json', data],
    ['/nothing', data],
  ])('sends exactly the security headers of its kind with %s', async (url, wanted) => {
    expect(await headersOf(url)).toEqual(JSON.parse(JSON.stringify(wanted)));
  });
});
