import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { languages } from '../../src/contracts/language.ts';
import { priceLineMark, publicOriginMark } from '../../src/contracts/pages.ts';
import { buildFolder } from '../testing/server-process.ts';
import { createTestApi } from '../testing/test-api.ts';
import { closeAfterAll } from '../testing/test-database.ts';
import { inlineOf } from './inline-code.ts';
import { pageLanguage } from './pages.ts';

const publicUrl = 'https://play.numeria.example';
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const built = buildFolder();
const withInline = `<!doctype html><script>start('${publicOriginMark}')</script><script>go()</script><style>p { margin: 0 }</style>`;
writeFileSync(join(built, 'site/pages/en/signUp.html'), withInline);
writeFileSync(join(built, 'site/favicon.ico'), 'icon');
for (const language of languages) {
  writeFileSync(join(built, `site/pages/${language}/home.html`), `<!doctype html><p>${priceLineMark}</p>`);
}
const test = await closeAfterAll(createTestApi({ network: { publicUrl }, site: { built } }));
// A page does not wait long for a coupon, and the first statement opens the database.
await test.portal.limits.reached('coupon', { ip: '192.0.2.1' });

const ask = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers });

describe('the inline code of a document', () => {
  it('includes each script without an address and each style once, also in shadow roots', () => {
    const html = `<head><script>one()</script><script type="module" data-of="a > b" data-src="x">\n two()\n</script>
      <script type="importmap">{"imports":{}}</script><style media="print">p { color: red }</style></head>
      <maths-sign-in><template shadowrootmode="open"><style>:host { display: block }</style></template></maths-sign-in>
      <style>:host { display: block }</style><script async src="/a.js"></script><link rel="stylesheet" href="/a.css">`;
    expect(inlineOf(html)).toEqual({
      scripts: ['one()', '\n two()\n', '{"imports":{}}'].map(hashOf),
      styles: ['p { color: red }', ':host { display: block }'].map(hashOf),
    });
  });
});

describe('the language of a page', () => {
  it.each([
    ['fr', 'lang=en', 'en', 'fr'],
    ['FR-ca', undefined, undefined, 'fr'],
    ['de', 'lang=fr', 'en', 'fr'],
    [null, 'CookieConsent=true; lang=fr', 'en', 'fr'],
    [null, 'xlang=fr; lang=klingon', 'en-GB', 'en'],
    [null, 'lang=de; lang=fr', 'en-GB', 'fr'],
    [null, undefined, 'fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    [null, undefined, 'de,en;q=0.3, fr;q=0.7', 'fr'],
    [null, undefined, 'fr;q=0, en;q=0.1', 'en'],
    [null, undefined, 'de, *', 'en'],
    [null, undefined, ';;q=x,,fr;q=', 'en'],
    [null, undefined, `${'de,'.repeat(5_000)}fr`, 'fr'],
    [null, undefined, 'en;q=0.1, fr ; q=0.25', 'fr'],
    [null, undefined, undefined, 'en'],
  ])(
    'prefers the query to the cookie, and the cookie to the header: %s, %s, %s',
    (query, cookie, accepts, language) => {
      expect(pageLanguage({ query, cookie, accepts })).toBe(language);
    },
  );
});

describe('a file', () => {
  const file = (headers: Record<string, string>) => ask('/assets/levels.js', headers);

  it('answers 416 to a range beyond its end, with its length', async () => {
    writeFileSync(join(built, 'site/assets/levels.js'), 'export {};');
    for (const range of ['bytes=999999-', 'bytes=10-20']) {
      const answer = await file({ range });
      expect([answer.statusCode, answer.headers['content-range'], answer.body]).toEqual([416, 'bytes */10', '']);
      expect(answer.headers['cache-control']).toBe('no-store');
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
    const policyOf = async (url: string, headers = {}) =>
      String((await ask(url, headers)).headers['content-security-policy']);
    const policy = await policyOf('/signup');
    expect(policy).toContain(`; script-src 'self' ${hashOf(`start('${publicUrl}')`)} ${hashOf('go()')};`);
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

  it.each([
    ['gzip;q=0.8', 'gzip'],
    ['gzip; q=0.001', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['*', 'br'],
    ['br;q=0, *;q=0.5', 'gzip'],
    ['xbr, x-gzip-2', undefined],
  ])('reads Accept-Encoding by its grammar: %s', async (accepted, encoding) => {
    expect((await ask('/', { 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding);
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

it('opens every page to robots, which read on the page itself whether it may be found', async () => {
  const { body } = await ask('/robots.txt');
  expect(body.match(/(?<=Disallow: ).*/g)).toEqual(['/api/']);
});

it('shows sample legal pages unless the operator configures others', async () => {
  expect((await ask('/terms?lang=fr')).body).toContain('<title>terms in fr</title>');
  const terms = 'https://www.maths-school.org/terms';
  const replaced = await createTestApi({ site: { legalLinks: { terms, privacy: undefined } } });
  const address = async (url: string) => (await replaced.app.inject({ method: 'GET', url })).headers.location;
  expect([await address('/terms?lang=fr'), await address('/privacy')]).toEqual([terms, undefined]);
  await replaced.close();
});

const askHome = (query: string) => ask(`/?${query}`);
/** Returns the price line of the home page. */
const lineOf = async (query: string) => /<p>(.*)<\/p>/.exec((await askHome(query)).body)?.[1];
const whole = 'Free for 7 days, then US$9.99 per month';

describe('the price on a page', () => {
  it('is part of the document, in its language', async () => {
    expect(await lineOf('lang=en')).toBe(whole);
    expect(await lineOf('lang=fr')).toMatch(/^Gratuit pendant 7\u00a0jours, puis 9,99\s\$US par mois$/);
  });

  it('says what a valid coupon changes and for how long, also if it was pasted with invisible characters', async () => {
    const discounted = 'Free for 7 days. With WELCOME20: US$7.99 per month for 3 months, then US$9.99';
    for (const coupon of ['WELCOME20', '%20WELCOME20', 'WELCOME20%E2%80%8B']) {
      expect(await lineOf(`lang=en&coupon=${coupon}`)).toBe(discounted);
    }
    expect(await lineOf('lang=fr&coupon=WELCOME20')).toMatch(
      /Avec WELCOME20\u00a0: 7,99\s\$US par mois pendant 3\u00a0mois/,
    );
  });

  it.each(['NOBODY', '%3Cscript%3E', 'x'.repeat(65)])(
    'says in a note behind the price that a coupon is not valid: %j',
    async (coupon) => {
      const note = '<span class="price-note">This code is not valid. The usual price applies.</span>';
      expect(await lineOf(`lang=en&coupon=${coupon}`)).toBe(`${whole} ${note}`);
    },
  );

  it('differs in its tag and its compressed bytes', async () => {
    const br = { 'accept-encoding': 'br' };
    const [one, other] = await Promise.all(['/?lang=en', '/?lang=en&coupon=WELCOME20'].map((url) => ask(url, br)));
    expect(one?.headers.etag).not.toBe(other?.headers.etag);
    expect(brotliDecompressSync(other?.rawPayload ?? Buffer.of()).toString()).toContain('With WELCOME20');
  });

  it('is missing while Stripe has never answered, and the page is sent', async () => {
    const away = await createTestApi({ site: { built } });
    away.stripe.fail();
    expect((await away.app.inject('/?lang=en&coupon=WELCOME20')).body).toBe('<!doctype html><p></p>');
    await away.close();
  });

  it('is sent without the coupon when the database is gone', async () => {
    const gone = await createTestApi({ site: { built } });
    // A page does not wait for the tables of a new simulator.
    await gone.stripe.simulator();
    vi.spyOn(gone.portal.limits, 'consume').mockRejectedValue(new Error('Connection terminated unexpectedly'));
    expect((await gone.app.inject('/?lang=en&coupon=WELCOME20')).body).toContain(whole);
    await gone.close();
  });
});
