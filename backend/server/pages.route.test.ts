import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { indexedRoutes, routes } from '../../src/contracts/routes.ts';
import { buildFolder } from '../testing/server-process.ts';
import { createTestApp } from '../testing/test-api.ts';

const publicUrl = 'https://play.numeria.example';
const built = buildFolder();
const withInline = `<!doctype html><script>start('${publicOriginMark}')</script><style>p { margin: 0 }</style>`;
writeFileSync(join(built, 'site/pages/en/signUp.html'), withInline);
writeFileSync(join(built, 'site/favicon.ico'), 'icon');
let test: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  test = await createTestApp({ network: { publicUrl }, site: { built } });
});
afterAll(async () => {
  await test.close();
  rmSync(built, { recursive: true });
});

const ask = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers });

describe('a file', () => {
  const file = (headers: Record<string, string>) => ask('/assets/levels.js', headers);

  it('answers 416 to a range beyond its end, with its length', async () => {
    writeFileSync(join(built, 'site/assets/levels.js'), 'export {};');
    for (const range of ['bytes=999999-', 'bytes=10-20']) {
      const answer = await file({ range });
      expect([answer.statusCode, answer.headers['content-range'], answer.body]).toEqual([416, 'bytes */10', '']);
    }
    expect((await file({ range: 'bytes=7-' })).statusCode).toBe(206);
    expect((await ask('/favicon.ico', { range: 'bytes=999999-' })).statusCode).toBe(416);
  });

  it('answers 412 to a condition that it does not meet', async () => {
    expect((await file({ 'if-match': '"another"' })).statusCode).toBe(412);
  });
});

describe('a page', () => {
  it('sends the page of a class to people for every id in the address', async () => {
    for (const id of ['A'.repeat(300), '%', '%E0%A4%A', `${'é'.repeat(200)}%ff`]) {
      const answer = await ask(`/schoolzone/teacher/classroom/${id}`);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(answer.body).toContain('<title>classroom in en</title>');
    }
  });

  it('declares to caches what it depends on', async () => {
    expect((await ask('/')).headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie');
  });

  it('allows a page its own inline code as it is sent, and no other page’s', async () => {
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const policyOf = async (url: string, headers = {}) =>
      String((await ask(url, headers)).headers['content-security-policy']);
    const policy = await policyOf('/signup');
    expect(policy).toContain(`; script-src 'self' ${hashOf(`start('${publicUrl}')`)};`);
    expect(policy).toContain(`; style-src 'self' ${hashOf('p { margin: 0 }')};`);
    expect(await policyOf('/signin')).toContain("; script-src 'self'; style-src 'self';");
    const { etag } = (await ask('/signup')).headers;
    expect(await policyOf('/signup', { 'if-none-match': etag })).toBe(policy);
  });

  it('names the portal’s public origin as its own', async () => {
    expect((await ask('/signin')).body).toContain(`href="${publicUrl}/signin"`);
  });

  it.each([
    ['br', (bytes: Buffer) => brotliDecompressSync(bytes)],
    ['gzip', (bytes: Buffer) => gunzipSync(bytes)],
  ])('compresses a page for clients that accept %s', async (encoding, open) => {
    const answer = await ask('/', { 'accept-encoding': encoding });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(open(answer.rawPayload).toString()).toBe((await ask('/')).body);
  });

  it('sends a page uncompressed to clients that refuse both', async () => {
    const answer = await ask('/', { 'accept-encoding': 'br;q=0, gzip;q=0.0' });
    expect([answer.headers['content-encoding'], answer.body]).toEqual([undefined, (await ask('/')).body]);
  });

  it('sends no page again to a client that has it, unless the language has changed', async () => {
    const etag = String((await ask('/')).headers.etag);
    const again = await ask('/', { 'if-none-match': etag });
    expect([again.statusCode, again.body, again.headers.vary]).toEqual([
      304,
      '',
      'Accept-Encoding, Accept-Language, Cookie',
    ]);
    expect((await ask('/', { 'if-none-match': etag, cookie: 'lang=fr' })).statusCode).toBe(200);
  });
});

it('sends a widget’s page in the language that the partner requests, regardless of the visitor', async () => {
  const french = { 'accept-language': 'fr', cookie: 'lang=fr' };
  expect((await ask('/widgets/signin', french)).headers['content-language']).toBe('en');
  expect((await ask('/widgets/signin?lang=fr')).headers['content-language']).toBe('fr');
});

it('lists a page in the sitemap in each language if it may be found, and not otherwise', async () => {
  const { body, headers } = await ask('/sitemap.xml');
  expect(headers['content-type']).toContain('application/xml');
  const found = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  expect(found).toEqual(
    indexedRoutes.flatMap((name) =>
      languages.map((language) => `${publicUrl}${routes[name].path}${language === 'en' ? '' : '?lang=fr'}`),
    ),
  );
});

it('opens every page to robots, which read on the page itself whether it may be found', async () => {
  const { body } = await ask('/robots.txt');
  expect(body).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
  expect(body.match(/(?<=Disallow: ).*/g)).toEqual(['/api/']);
});

it('shows sample legal pages unless the operator configures others', async () => {
  expect((await ask('/terms?lang=fr')).body).toContain('<title>terms in fr</title>');
  const terms = 'https://www.maths-school.org/terms';
  const replaced = await createTestApp({
    network: { publicUrl },
    site: { built: buildFolder(), legalLinks: { terms, privacy: undefined } },
  });
  const address = async (url: string) => (await replaced.app.inject({ method: 'GET', url })).headers.location;
  expect([await address('/terms?lang=fr'), await address('/privacy')]).toEqual([terms, undefined]);
  await replaced.close();
});
