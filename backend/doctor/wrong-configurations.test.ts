import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../config/load-config.ts';
import { checkBundle } from '../server/bundle-stamp.ts';
import { keptFiles } from '../server/releases.ts';
import { buildFolder } from '../testing/build-folder.ts';
import { examine } from './doctor.ts';
import type { Finding } from './finding.ts';

/** One mistake of an operator is one sentence that names the variable and what to do, and the start says the same. */

const random = (seed: string): string => `${seed}-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu`;
const complete = {
  APP_MODE: 'production',
  PUBLIC_URL: 'https://portal.maths-school.org',
  DATABASE_URL: 'postgres://portal:swordfish@127.0.0.1:9/portal',
  PLAYFAB_TITLE_ID: 'AB12C',
  PLAYFAB_SECRET_KEY: random('title'),
  PLAYFAB_FUNCTION_SECRETS: random('function'),
  STRIPE_SECRET_KEY: random('sk_live_'),
  STRIPE_WEBHOOK_SECRETS: random('whsec_'),
  STRIPE_PRICE_ID: 'price_A1',
  GAME_API_KEY: random('game'),
  ID_TOKEN_KEYS: random('id-token'),
  SMTP_URL: 'smtp://portal:swordfish@127.0.0.1:9',
  MAIL_FROM: 'no-reply@maths-school.org',
  TRUST_PROXY: 'none',
  VITE_PARTNERS: 'none',
};

let built: string;
beforeAll(() => {
  built = buildFolder({
    mode: 'production',
    variables: {
      VITE_PARTNERS: 'none',
      VITE_PLAYFAB_TITLE_ID: 'AB12C',
      VITE_PLAYFAB_URL: 'https://ab12c.playfabapi.com',
    },
  });
});
afterAll(() => rmSync(built, { recursive: true }));

const wrongsIn = (findings: readonly Finding[]): string[] =>
  findings.filter(({ kind }) => kind === 'wrong').map(({ sentence }) => sentence);

const away: typeof fetch = () => Promise.reject(new TypeError('fetch failed'));
const examineWith = async (change: Record<string, string>): Promise<string[]> =>
  wrongsIn(await examine({ ...complete, ...change }, { built, fetch: away }));

/** What a start prints before it opens the database. */
const startWith = async (change: Record<string, string>): Promise<readonly string[]> => {
  try {
    const env = Object.fromEntries(Object.entries({ ...complete, ...change }).filter(([, value]) => value !== ''));
    const config = loadConfig(env);
    checkBundle(built, config, env);
    await keptFiles(config.keptReleases);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    return [error instanceof Error ? error.message : ''];
  }
};

const encoded =
  'has a user name or password that is not percent-encoded: write %40 for @, %25 for %, %3A for : and %2F for /.';
const partner = 'without a path and a trailing slash.';
const developmentOnly = 'belongs to development: take it out.';

describe('a wrong variable', () => {
  it.each<[string, string, string]>([
    [
      'PUBLIC_URL',
      '',
      'PUBLIC_URL is missing: set the portal’s public https origin, such as https://portal.your-domain.org.',
    ],
    ['PUBLIC_URL', 'http://portal.maths-school.org', 'PUBLIC_URL must be https and a real, public host.'],
    [
      'PUBLIC_URL',
      'https://portal.maths-school.org/app',
      'PUBLIC_URL must be an origin without a path, such as https://portal.your-domain.org.',
    ],
    ['DATABASE_URL', '', 'DATABASE_URL is missing or wrong: set postgres://user:password@host:5432/database.'],
    [
      'DATABASE_URL',
      'mysql://portal:pw@127.0.0.1/portal',
      'DATABASE_URL is missing or wrong: set postgres://user:password@host:5432/database.',
    ],
    ['DATABASE_URL', 'postgres://portal:p@ss@127.0.0.1/portal', `DATABASE_URL ${encoded}`],
    ['DATABASE_URL', 'postgres://portal:p/ss@127.0.0.1/portal', `DATABASE_URL ${encoded}`],
    ['DATABASE_URL', 'postgres://por@tal:pass@127.0.0.1/portal', `DATABASE_URL ${encoded}`],
    ['DATABASE_URL', 'postgres://portal:p#ss@127.0.0.1/portal', `DATABASE_URL ${encoded}`],
    ['DATABASE_URL', 'postgres://portal:100%@127.0.0.1/portal', `DATABASE_URL ${encoded}`],
    [
      'DATABASE_URL',
      'postgres://portal:pw@db.internal/portal',
      'DATABASE_URL must encrypt the connection to a remote host: add ?sslmode=verify-full, and &sslrootcert=<file> for an own certificate authority.',
    ],
    [
      'PLAYFAB_TITLE_ID',
      'MATHS',
      'PLAYFAB_TITLE_ID is missing or wrong: set the title’s id, as PlayFab’s Game Manager shows it.',
    ],
    [
      'PLAYFAB_SECRET_KEY',
      'short',
      'PLAYFAB_SECRET_KEY is missing or too weak: set the title’s secret key, at least 32 characters.',
    ],
    [
      'PLAYFAB_FUNCTION_SECRETS',
      'short',
      'PLAYFAB_FUNCTION_SECRETS is missing or too weak: set one or two comma-separated secrets, each random and of at least 32 characters.',
    ],
    [
      'STRIPE_SECRET_KEY',
      random('sk_test_'),
      'STRIPE_SECRET_KEY is missing or wrong: set the account’s live key, sk_live_… or rk_live_….',
    ],
    [
      'STRIPE_WEBHOOK_SECRETS',
      random('secret_'),
      'STRIPE_WEBHOOK_SECRETS is missing or wrong: set the webhook endpoint’s signing secret, whsec_…, or two, comma-separated.',
    ],
    ['STRIPE_PRICE_ID', 'prod_A1', 'STRIPE_PRICE_ID is missing or wrong: set the price’s id, price_….'],
    [
      'STRIPE_COUPON_IDS',
      'half price',
      'STRIPE_COUPON_IDS must be comma-separated coupon ids, each of letters, digits, - and _.',
    ],
    [
      'REVENUECAT_WEBHOOK_KEYS',
      'short',
      'REVENUECAT_WEBHOOK_KEYS must be one or two comma-separated keys, each random and of at least 32 characters.',
    ],
    ['GAME_API_KEY', random('title'), 'GAME_API_KEY repeats a secret: each must differ from every other.'],
    [
      'ADMIN_API_KEY',
      'short',
      'ADMIN_API_KEY must be one or two comma-separated keys, each random and of at least 32 characters.',
    ],
    [
      'METRICS_KEY',
      'short',
      'METRICS_KEY must be one or two comma-separated keys, each random and of at least 32 characters.',
    ],
    ['SMTP_URL', '', 'SMTP_URL is missing: set smtps://user:password@host:465.'],
    ['SMTP_URL', 'smtp://portal:p@ss@127.0.0.1:25', `SMTP_URL ${encoded}`],
    ['SMTP_URL', 'smtps://no-reply@maths-school.org:pass@smtp.maths-school.org', `SMTP_URL ${encoded}`],
    [
      'SMTP_URL',
      'smtp://portal:pw@smtp.maths-school.org',
      'SMTP_URL must encrypt the connection to a remote host: write smtps://…, or add ?requireTLS=true to smtp://…, without tls.rejectUnauthorized=false.',
    ],
    ['MAIL_FROM', 'Numeria', 'MAIL_FROM is missing or wrong: set the sender, such as Name <no-reply@your-domain.org>.'],
    ['MAIL_FROM', 'no-reply@numeria.example', 'MAIL_FROM must be an address on your own domain.'],
    [
      'TRUST_PROXY',
      'true',
      'TRUST_PROXY must be comma-separated addresses or networks, such as 10.0.0.0/8, or the word none.',
    ],
    [
      'TRUST_PROXY',
      '0.0.0.0/0',
      'TRUST_PROXY must not trust a large part of the internet: anybody could forge X-Forwarded-For. Name the addresses of your proxies.',
    ],
    [
      'COUNTRY_HEADER',
      'cf-ipcountry',
      'COUNTRY_HEADER needs a proxy in TRUST_PROXY: without one, visitors can set the header themselves. Name the proxy, or remove COUNTRY_HEADER.',
    ],
    [
      'REDIRECT_HOSTS',
      'https://old.maths-school.org',
      'REDIRECT_HOSTS must be comma-separated host names, without https:// and without a port.',
    ],
    ['PORT', '70000', 'PORT must be a port number, 1 to 65535.'],
    ['LOG_LEVEL', 'verbose', 'LOG_LEVEL must be debug, info, warn or error.'],
    [
      'LEVELS_URL',
      'http://levels.maths-school.org',
      'LEVELS_URL must be an https address without a query, such as https://levels.your-domain.org/made.',
    ],
    [
      'META_PIXEL_ID',
      '1234567890',
      'META_ACCESS_TOKEN is missing: META_PIXEL_ID needs it beside itself, or is taken out, too.',
    ],
    ['MEASUREMENT_ID', 'UA-1', 'MEASUREMENT_ID must be the data stream’s measurement ID, G-….'],
    [
      'VITE_PARTNERS',
      '',
      'VITE_PARTNERS is missing: set comma-separated key=https://partner.your-domain.org pairs, or the word none.',
    ],
    [
      'VITE_PARTNERS',
      'shop=https://shop.maths-partner.org/',
      `VITE_PARTNERS has no plain origin for "shop": write shop=https://shop.maths-partner.org, ${partner}`,
    ],
    [
      'VITE_PARTNERS',
      'shop=https://*.maths-partner.org',
      'VITE_PARTNERS has a * in an origin of "shop": origins are exact, so list each one, separated by |.',
    ],
    [
      'VITE_PARTNERS',
      'https://shop.maths-partner.org',
      'VITE_PARTNERS has an entry without a key: write key=https://partner.example.',
    ],
    [
      'VITE_TERMS_URL',
      'www.maths-school.org/terms',
      'VITE_TERMS_URL needs an https address such as https://www.example.org/page, got "www.maths-school.org/terms".',
    ],
    ['VITE_WITHDRAWAL_DAYS', '7', 'VITE_WITHDRAWAL_DAYS needs a number of days from 14 to 365, got "7".'],
    [
      'NODE_TLS_REJECT_UNAUTHORIZED',
      '0',
      'NODE_TLS_REJECT_UNAUTHORIZED must not be 0, because every certificate would be accepted. Take it out; NODE_EXTRA_CA_CERTS=<file> names an own certificate authority.',
    ],
    ['VITE_BRAND_NAME', 'Sums', 'The pages were built with another VITE_BRAND_NAME. Build again, or correct it.'],
    ['DEV_SERVER_URL', 'http://127.0.0.1:5173', `DEV_SERVER_URL ${developmentOnly}`],
    ['JOB_LEASE_SECONDS', '30', `JOB_LEASE_SECONDS ${developmentOnly}`],
    [
      'RELEASES_DIR',
      '/nowhere',
      'RELEASES_DIR names /nowhere, but /nowhere/assets is not there. Run: npm run keep-release',
    ],
  ])('%s=%s is one sentence, and the start prints the same', async (name, value, sentence) => {
    const expected = new Set(await examineWith({}));
    const found = (await examineWith({ [name]: value })).filter((one) => !expected.has(one));
    expect([found, await startWith({ [name]: value })]).toEqual([[sentence], [sentence]]);
  });
});
