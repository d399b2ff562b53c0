import { brotliDecompressSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { priceLineMark } from '../../src/contracts/pages.ts';
import { buildFolder } from '../testing/server-process.ts';
import { createTestApp } from '../testing/test-api.ts';
import { allowInline, inlineOf, pageLanguage } from './pages.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the inline code of a document', () => {
  it('includes each script without an address and each style, also in shadow roots', () => {
    const html = `<head><script>one()</script><script type="module" data-of="a > b" data-src="x">\n two()\n</script>
      <script type="importmap">{"imports":{}}</script><style media="print">p { color: red }</style></head>
      <maths-sign-in><template shadowrootmode="open"><style>:host { display: block }</style></template></maths-sign-in>`;
    expect(inlineOf(html)).toEqual({
      scripts: ['one()', '\n two()\n', '{"imports":{}}'].map(hashOf),
      styles: ['p { color: red }', ':host { display: block }'].map(hashOf),
    });
  });

  it('excludes everything that is loaded from an address', () => {
    expect(inlineOf('<script async src="/a.js"></script><link rel="stylesheet" href="/a.css">')).toEqual({
      scripts: [],
      styles: [],
    });
  });

  it('lists repeated code once', () => {
    const style = '<style>p {}</style>';
    expect(inlineOf(style + style).styles).toEqual([hashOf('p {}')]);
  });

  it('adds the hashes to the policy’s own sources, and leaves the policy unchanged without inline code', () => {
    const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'";
    expect(allowInline(policy, { scripts: ["'sha256-a'", "'sha256-b'"], styles: ["'sha256-c'"] })).toBe(
      "default-src 'none'; script-src 'self' 'sha256-a' 'sha256-b'; style-src 'self' 'sha256-c'; img-src 'self'",
    );
    expect(allowInline(policy, { scripts: [], styles: [] })).toBe(policy);
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
    [null, undefined, `${'de,'.repeat(31)}fr`, 'fr'],
    [null, undefined, `${'de,'.repeat(8_000)}fr`, 'en'],
    [null, undefined, undefined, 'en'],
  ])(
    'prefers the query to the cookie, and the cookie to the header: %s, %s, %s',
    (query, cookie, accepts, language) => {
      expect(pageLanguage({ query, cookie, accepts })).toBe(language);
    },
  );
});

const built = buildFolder();
for (const language of ['en', 'fr']) {
  writeFileSync(join(built, `site/pages/${language}/home.html`), `<!doctype html><p>${priceLineMark}</p>`);
}
let test: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  test = await createTestApp({ site: { built } });
  test.stripe.promotionCodes.set('SPRING', 'promo_spring');
  // A page does not wait long for a coupon, and the first statement opens the database.
  await test.portal.limits.reached('coupon', { ip: '192.0.2.1' });
});
afterAll(async () => {
  await test.close();
  rmSync(built, { recursive: true });
});

const ask = (query: string) => test.app.inject(`/?${query}`);
/** Returns the price line of the home page. */
const lineOf = async (query: string) => /<p>(.*)<\/p>/.exec((await ask(query)).body)?.[1];
const whole = 'Free for 7 days, then $12.99 per month';

describe('the price on a page', () => {
  it('is part of the document, in its language', async () => {
    expect(await lineOf('lang=en')).toBe(whole);
    expect(await lineOf('lang=fr')).toMatch(/^Gratuit pendant 7\u00a0jours, puis 12,99\s\$US par mois$/);
  });

  it('tells what a valid coupon changes and for how long, also if it was pasted with invisible characters', async () => {
    const discounted = 'Free for 7 days. With SPRING: $10.39 per month for 3 months, then $12.99';
    for (const coupon of ['SPRING', '%20SPRING', 'SPRING%E2%80%8B']) {
      expect(await lineOf(`lang=en&coupon=${coupon}`)).toBe(discounted);
    }
    expect(await lineOf('lang=fr&coupon=SPRING')).toMatch(
      /Avec SPRING\u00a0: 10,39\s\$US par mois pendant 3\u00a0mois/,
    );
  });

  it.each(['NOBODY', '%3Cscript%3E', 'x'.repeat(65), '%00', ''])('mentions no invalid coupon: %j', async (coupon) => {
    expect(await lineOf(`lang=en&coupon=${coupon}`)).toBe(whole);
  });

  it('differs in its tag and its compressed bytes', async () => {
    const br = { 'accept-encoding': 'br' };
    const [one, other] = await Promise.all(
      ['/?lang=en', '/?lang=en&coupon=SPRING'].map((url) => test.app.inject({ url, headers: br })),
    );
    expect(one?.headers.etag).not.toBe(other?.headers.etag);
    expect(brotliDecompressSync(other?.rawPayload ?? Buffer.of()).toString()).toContain('With SPRING');
  });

  it('asks Stripe for thirty unknown coupons of an address in an hour, and for no more', async () => {
    for (let guess = 0; guess < 40; guess += 1) await ask(`lang=en&coupon=GUESS${guess}`);
    expect(test.stripe.calls.filter((call) => call === 'promotionCode').length).toBeLessThanOrEqual(32);
    expect(await lineOf('lang=en&coupon=SPRING')).toContain('With SPRING');
  });

  it('is missing while Stripe has never answered, and the page is sent', async () => {
    const away = await createTestApp({ site: { built } });
    away.stripe.state.away = true;
    expect((await away.app.inject('/?lang=en&coupon=SPRING')).body).toBe('<!doctype html><p></p>');
    await away.close();
  });

  it('is sent without the coupon when the database is gone', async () => {
    const gone = await createTestApp({ site: { built } });
    gone.stripe.promotionCodes.set('SPRING', 'promo_spring');
    vi.spyOn(gone.portal.limits, 'consume').mockRejectedValue(new Error('Connection terminated unexpectedly'));
    expect((await gone.app.inject('/?lang=en&coupon=SPRING')).body).toContain(whole);
    await gone.close();
  });
});
