import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { checkBuild, ConfigError, loadConfig, sampleLevels } from './load-config.ts';
import { counted } from '../testing/campaign.ts';
import { isOpen, startServer } from '../testing/server-process.ts';

const random = (seed: string): string => `${seed}-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu`;
const complete = {
  APP_MODE: 'production',
  PUBLIC_URL: 'https://portal.maths-school.org',
  DATABASE_URL: 'postgres://portal:pw@db.internal:5432/portal?sslmode=verify-full',
  PLAYFAB_TITLE_ID: 'AB12C',
  PLAYFAB_SECRET_KEY: random('title'),
  PLAYFAB_FUNCTION_SECRETS: `${random('one')},${random('two')}`,
  STRIPE_SECRET_KEY: random('sk_live_'),
  STRIPE_WEBHOOK_SECRETS: `${random('whsec_one')},${random('whsec_two')}`,
  STRIPE_PRICE_ID: 'price_1QxYz7Fq2xZ9LmVt',
  GAME_API_KEY: `${random('old-game')},${random('new-game')}`,
  ID_TOKEN_KEYS: `${random('new-id-token')},${random('old-id-token')}`,
  SMTP_URL: 'smtps://portal:pw@smtp.maths-school.org',
  MAIL_FROM: 'Numeria <no-reply@maths-school.org>',
  TRUST_PROXY: '10.0.0.0/8',
  VITE_PARTNERS: 'web2wave=https://quiz.maths-partner.org',
};
/** The variables that select Stripe's test mode in development. */
const testMode = {
  STRIPE_SECRET_KEY: random('rk_test_'),
  STRIPE_WEBHOOK_SECRETS: random('whsec_'),
  STRIPE_PRICE_ID: 'price_1QxYz7Fq2xZ9LmVt',
};
const required = Object.keys(complete).filter((name) => name !== 'APP_MODE');

const problemsOf = (env: Record<string, string | undefined>): readonly string[] => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};
const namesIn = (problems: readonly string[]): (string | undefined)[] => problems.map((line) => line.split(' ')[0]);

describe('the configuration of production', () => {
  it('starts with every required variable', () => {
    expect(loadConfig(complete)).toMatchObject({ mode: 'production', database: { kind: 'postgres' } });
  });

  it.each(required)('refuses to start without %s, and names only that variable', (name) => {
    expect(namesIn(problemsOf({ ...complete, [name]: '' }))).toEqual([name]);
  });

  it('requires the partners for a build, and no secret', () => {
    const { VITE_PARTNERS } = complete;
    expect(() => checkBuild({ APP_MODE: 'production', VITE_PARTNERS })).not.toThrow();
    expect(() => checkBuild({ APP_MODE: 'production' })).toThrow(/VITE_PARTNERS is missing/);
    expect(() => checkBuild({})).not.toThrow();
  });

  it('refuses an address of a legal page that is not https', () => {
    const VITE_TERMS_URL = 'www.maths-school.org/terms';
    expect(namesIn(problemsOf({ ...complete, VITE_TERMS_URL }))).toEqual(['VITE_TERMS_URL']);
    expect(namesIn(problemsOf({ VITE_PRIVACY_URL: 'http://127.0.0.1/privacy' }))).toEqual(['VITE_PRIVACY_URL']);
  });

  // A start takes a second, and the tests above already cover which variables are required.
  it.each(required.slice(0, counted(2, required.length)))(
    'exits with code 1 without %s, names it, and opens no port',
    async (name) => {
      const server = await startServer({ ...complete, [name]: '' });
      let isRunning = true;
      const ended = server.exited.finally(() => {
        isRunning = false;
      });
      let wasOpen = false;
      while (isRunning && !wasOpen) {
        wasOpen = await isOpen(server.port);
        await setTimeout(10);
      }
      expect([await ended, wasOpen]).toEqual([1, false]);
      const [, ...problems] = server.output().trim().split('\n');
      expect(namesIn(problems.map((line) => line.trim()))).toEqual([name]);
    },
  );

  it('reports wrong variables of the build together with the others, when it runs as a program', async () => {
    const env = { ...process.env, VITE_APP_STORE_URL: 'http://x', VITE_WITHDRAWAL_DAYS: '3', PORT: 'abc' };
    const { promise, resolve } = Promise.withResolvers<string>();
    execFile(process.execPath, ['backend/config/load-config.ts'], { env }, (_error, _stdout, stderr) =>
      resolve(stderr),
    );
    const [, ...problems] = (await promise).trim().split('\n');
    expect(namesIn(problems.map((line) => line.trim())).sort()).toEqual([
      'PORT',
      'VITE_APP_STORE_URL',
      'VITE_WITHDRAWAL_DAYS',
    ]);
  });

  it('reports every wrong variable at once, and no value', () => {
    const problems = problemsOf({ APP_MODE: 'production', PLAYFAB_SECRET_KEY: 'hunter2' });
    expect(namesIn(problems).sort()).toEqual([...required].sort());
    expect(problems.join()).not.toContain('hunter2');
  });

  it.each([
    ['PUBLIC_URL', 'http://portal.maths-school.org'],
    ['PUBLIC_URL', 'https://localhost'],
    ['PUBLIC_URL', 'https://portal.numeria.example'],
    ['PUBLIC_URL', 'https://portal.maths-school.org/path'],
    ['DATABASE_URL', 'mysql://a@b/c'],
    ['DATABASE_URL', 'postgres://portal:p%w@rd@db.maths-school.org/portal'],
    ['DATABASE_URL', 'postgres://portal:p%e9@db.maths-school.org/portal'],
    ['PLAYFAB_TITLE_ID', 'MATHS'],
    ['PLAYFAB_SECRET_KEY', 'change-me-change-me-change-me-change-me'],
    ['PLAYFAB_SECRET_KEY', 'a'.repeat(40)],
    ['PLAYFAB_FUNCTION_SECRETS', `${random('one')},short`],
    ['PLAYFAB_FUNCTION_SECRETS', `${random('one')},${random('one')}`],
    ['STRIPE_SECRET_KEY', random('sk_test_')],
    ['STRIPE_SECRET_KEY', random('pk_live_')],
    ['STRIPE_SECRET_KEY', 'sk_live_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['STRIPE_WEBHOOK_SECRETS', random('secret_')],
    ['STRIPE_WEBHOOK_SECRETS', ['a', 'b', 'c'].map((seed) => random(`whsec_${seed}`)).join()],
    ['STRIPE_PRICE_ID', 'prod_1QxYz7Fq2xZ9LmVt'],
    ['STRIPE_COUPON_IDS', 'staff,half price'],
    ['REVENUECAT_WEBHOOK_KEYS', 'short'],
    ['REVENUECAT_API_KEY', 'sk_short'],
    ['GAME_API_KEY', 'dev-game-key'],
    ['GAME_API_KEY', random('one')],
    ['ID_TOKEN_KEYS', 'short'],
    ['ID_TOKEN_KEYS', random('one')],
    ['ADMIN_API_KEY', 'a-short-admin-key'],
    ['ADMIN_API_KEY', random('one')],
    ['LEVELS_URL', 'http://levels.maths-school.org'],
    ['LEVELS_URL', 'https://reader:pw@levels.maths-school.org'],
    ['LEVELS_URL', 'https://levels.maths-school.org/made?of=players'],
    ['LEVELS_URL', 'https://levels.maths-school.org/made?'],
    ['LEVELS_URL', 'https://levels.maths-school.org/made#'],
    ['LEVELS_URL', 'http://localhost.maths-school.org'],
    ['LEVELS_URL', 'levels'],
    ['VITE_PAYMENT_ORIGINS', 'https://pay.maths-school.org,http://pay.maths-school.org'],
    ['VITE_PAYMENT_ORIGINS', 'https://pay.maths-school.org/checkout'],
    ['SMTP_URL', 'https://smtp.maths-school.org'],
    ['SMTP_URL', 'smtps://portal:p%w@rd@smtp.maths-school.org'],
    ['MAIL_FROM', 'no-reply@numeria.example'],
    ['MAIL_FROM', 'No-Reply@Numeria.Example'],
    ['META_PIXEL_ID', 'pixel'],
    ['META_ACCESS_TOKEN', 'your-secret-key-your-secret-key-here'],
    ['META_API_URL', 'http://graph.facebook.com/v25.0'],
    ['MEASUREMENT_ID', 'UA-12345-1'],
    ['MEASUREMENT_API_SECRET', 'short'],
    ['MEASUREMENT_URL', 'https://www.google-analytics.com/?to=me'],
    ['TRUST_PROXY', 'true'],
    ['VITE_DEMO_ORIGIN', 'http://127.0.0.1:4174'],
    ['JOB_LEASE_SECONDS', '30'],
    ['DEV_SERVER_URL', 'http://127.0.0.1:5173'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
    ['VITE_PARTNERS', 'acme=https://*.maths-partner.org'],
    ['VITE_PARTNERS', 'acme=https://maths-partner.org|https://*.maths-partner.org'],
    ['DATABASE_URL', 'postgres://portal:p/w@db.maths-school.org/portal?sslmode=verify-full'],
    ['VITE_PARTNERS', 'shop=http://shop.maths-school.org'],
    ['VITE_PARTNERS', 'shop=https://0.0.0.0'],
    ['VITE_PARTNERS', 'shop=http://localhost.maths-school.org'],
  ])('refuses an example or a weak value of %s', (name, value) => {
    expect(namesIn(problemsOf({ ...complete, [name]: value }))).toEqual([name]);
  });
});

describe('an unsafe configuration of production', () => {
  const encryptMail =
    'SMTP_URL must encrypt the connection to a remote host: write smtps://…, or add ?requireTLS=true to smtp://…, without tls.rejectUnauthorized=false.';
  const encryptDatabase =
    'DATABASE_URL must encrypt the connection to a remote host: add ?sslmode=verify-full, and &sslrootcert=<file> for an own certificate authority.';
  const everybody =
    'TRUST_PROXY must not trust a large part of the internet: anybody could forge X-Forwarded-For. Name the addresses of your proxies.';

  it.each([
    ['SMTP_URL', 'smtp://portal:pw@smtp.maths-school.org:587', encryptMail],
    ['SMTP_URL', 'smtp://portal:pw@smtp.maths-school.org:587?requireTLS=false', encryptMail],
    ['SMTP_URL', 'smtp://[2001:db8::25]:587?requireTLS=true&requireTLS=false', encryptMail],
    ['SMTP_URL', 'smtps://portal:pw@smtp.maths-school.org?tls.rejectUnauthorized=false', encryptMail],
    ['DATABASE_URL', 'postgres://portal:pw@db.internal:5432/portal', encryptDatabase],
    ['DATABASE_URL', 'postgres://portal:pw@db.internal:5432/portal?sslmode=prefer', encryptDatabase],
    ['DATABASE_URL', 'postgres://portal:pw@db.internal:5432/portal?sslmode=require&sslmode=disable', encryptDatabase],
    ['DATABASE_URL', 'postgres://portal:pw@localhost/portal?host=db.internal', encryptDatabase],
    ['DATABASE_URL', 'postgres://portal:pw@db.internal/portal?sslmode=require&uselibpqcompat=true', encryptDatabase],
    ['DATABASE_URL', 'postgres://portal:pw@[2001:db8::5]/portal?ssl=true&sslmode=no-verify', encryptDatabase],
    ['TRUST_PROXY', '0.0.0.0/0', everybody],
    ['TRUST_PROXY', '10.0.0.1, ::/0', everybody],
    ['TRUST_PROXY', '0.0.0.0/1, 128.0.0.0/1', everybody],
    ['TRUST_PROXY', '2000::/3', everybody],
    ['TRUST_PROXY', '::ffff:0:0/96', everybody],
    ['TRUST_PROXY', '::ffff:0.0.0.0/97', everybody],
    [
      'TRUST_PROXY',
      '',
      'TRUST_PROXY is missing: set the comma-separated addresses or networks of your proxies, such as 10.0.0.0/8, or the word none.',
    ],
    [
      'VITE_PARTNERS',
      '',
      'VITE_PARTNERS is missing: set comma-separated key=https://partner.your-domain.org pairs, or the word none.',
    ],
  ])('refuses to start in production with %s=%s, and says what to write', (name, value, message) => {
    expect(problemsOf({ ...complete, [name]: value })).toEqual([message]);
  });

  it('refuses to start in production with COUNTRY_HEADER but no trusted proxy, and says what to write', () => {
    expect(problemsOf({ ...complete, TRUST_PROXY: 'none', COUNTRY_HEADER: 'CF-IPCountry' })).toEqual([
      'COUNTRY_HEADER needs a proxy in TRUST_PROXY: without one, visitors can set the header themselves. Name the proxy, or remove COUNTRY_HEADER.',
    ]);
  });

  it.each([
    ['SMTP_URL', 'smtp://portal:pw@smtp.maths-school.org:587?requireTLS=true'],
    ['SMTP_URL', 'smtp://[::1]:25'],
    ['DATABASE_URL', 'postgres://portal:pw@127.0.0.1:5432/portal'],
    ['DATABASE_URL', 'postgres:///portal?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgres://portal:pw@db.internal/portal?ssl=true'],
    ['DATABASE_URL', 'postgres://portal:pw@db.internal/portal?sslmode=verify-ca&sslrootcert=/etc/ca.pem'],
  ])('starts in production with %s=%s, which is encrypted or stays on this machine', (name, value) => {
    expect(problemsOf({ ...complete, [name]: value })).toEqual([]);
  });

  it('trusts private networks and the networks of a proxy service in production', () => {
    const trusted = ['10.0.0.0/8', 'fc00::/7', '::ffff:10.0.0.0/104', '104.16.0.0/13', '2a06:98c0::/29', '192.0.2.1'];
    expect(loadConfig({ ...complete, TRUST_PROXY: trusted.join() }).trustProxy).toEqual(trusted);
  });

  it('trusts no proxy in production when TRUST_PROXY is the word none', () => {
    expect(loadConfig({ ...complete, TRUST_PROXY: 'none' }).trustProxy).toEqual([]);
  });

  it('trusts the partners of VITE_PARTNERS in production, and no default key', () => {
    expect(loadConfig(complete).partnerOrigins).toEqual(['https://quiz.maths-partner.org']);
    expect(loadConfig({ ...complete, VITE_PARTNERS: 'none' }).partnerOrigins).toEqual([]);
  });

  it('accepts in production the origins of a developer’s own machine that VITE_PARTNERS lists for a key', () => {
    const VITE_PARTNERS = 'shop=https://shop.maths-partner.org|http://localhost:3000|http://127.0.0.1:5173';
    expect(loadConfig({ ...complete, VITE_PARTNERS }).partnerOrigins).toEqual([
      'https://shop.maths-partner.org',
      'http://localhost:3000',
      'http://127.0.0.1:5173',
    ]);
  });
});

describe('RevenueCat', () => {
  const keys = { REVENUECAT_WEBHOOK_KEYS: `${random('old')}, ${random('new')}`, REVENUECAT_API_KEY: random('sk_') };

  it('accepts the webhook by its keys, together with the key that reads subscribers', () => {
    expect(loadConfig(complete)).toMatchObject({ revenueCat: null });
    expect(loadConfig({ ...complete, ...keys })).toMatchObject({
      revenueCat: { webhookKeys: [random('old'), random('new')], apiKey: random('sk_') },
    });
  });

  it.each(['REVENUECAT_WEBHOOK_KEYS', 'REVENUECAT_API_KEY'])('requires %s beside the other key', (name) => {
    expect(namesIn(problemsOf({ ...complete, ...keys, [name]: '' }))).toEqual([name]);
  });

  it('refuses a secret that has another use, too', () => {
    const repeated = { ...complete, ...keys, REVENUECAT_API_KEY: random('title') };
    expect(namesIn(problemsOf(repeated))).toEqual(['REVENUECAT_API_KEY']);
  });

  it('refuses both keys in development, where RevenueCat is emulated', () => {
    expect(namesIn(problemsOf(keys)).toSorted()).toEqual(['REVENUECAT_API_KEY', 'REVENUECAT_WEBHOOK_KEYS']);
  });
});

describe('the receivers of events', () => {
  const meta = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: random('meta') };
  const measurement = { MEASUREMENT_ID: 'G-ABCDE12345', MEASUREMENT_API_SECRET: random('measurement') };

  it.each([complete, {}])('configures no event receiver without an ID', (env) => {
    expect(loadConfig(env).conversions).toEqual({ meta: null, measurement: null });
  });

  it.each([complete, {}])('sends events to the vendors’ own addresses, or to the configured ones', (env) => {
    const url = { META_API_URL: 'http://127.0.0.1:4350/v25.0' };
    expect(loadConfig({ ...env, ...meta }).conversions.meta?.url).toBe('https://graph.facebook.com/v25.0');
    expect(loadConfig({ ...env, ...meta, ...url }).conversions.meta?.url).toBe(url.META_API_URL);
    expect(loadConfig({ ...env, ...measurement }).conversions).toEqual({
      meta: null,
      measurement: {
        url: 'https://www.google-analytics.com',
        measurementId: measurement.MEASUREMENT_ID,
        apiSecret: measurement.MEASUREMENT_API_SECRET,
      },
    });
  });

  it.each([
    ['META_PIXEL_ID', 'META_ACCESS_TOKEN'],
    ['META_ACCESS_TOKEN', 'META_PIXEL_ID'],
    ['MEASUREMENT_ID', 'MEASUREMENT_API_SECRET'],
    ['MEASUREMENT_API_SECRET', 'MEASUREMENT_ID'],
  ] as const)('requires %s and %s together, or neither', (given, missing) => {
    const half = { [given]: { ...meta, ...measurement }[given] };
    for (const env of [complete, {}]) expect(namesIn(problemsOf({ ...env, ...half }))).toEqual([missing]);
  });
});

describe('the level tool', () => {
  const keys = { ADMIN_API_KEY: `${random('old-admin')},${random('new-admin')}` };

  it('closes the level tool in production and opens it in development without a key, and requires a configured key in both', () => {
    expect([loadConfig(complete).adminKeys, loadConfig({}).adminKeys]).toEqual([[], 'everybody']);
    for (const env of [complete, {}]) {
      expect(loadConfig({ ...env, ...keys }).adminKeys).toEqual([random('old-admin'), random('new-admin')]);
    }
  });

  it('serves the bundled levels, or those of a folder or of a server, but not of both', () => {
    expect(loadConfig(complete).levels).toEqual({ kind: 'folder', folder: sampleLevels });
    expect(loadConfig({ LEVELS_DIR: '/srv/levels' }).levels).toEqual({ kind: 'folder', folder: '/srv/levels' });
    const LEVELS_URL = 'https://levels.maths-school.org/made';
    expect(loadConfig({ ...complete, LEVELS_URL }).levels).toEqual({ kind: 'host', url: LEVELS_URL });
    expect(namesIn(problemsOf({ LEVELS_DIR: '/srv/levels', LEVELS_URL }))).toEqual(['LEVELS_DIR']);
  });
});

describe('the configuration of development', () => {
  it('needs no variable in development, and listens on this machine only', () => {
    expect(loadConfig({})).toMatchObject({
      mode: 'development',
      host: '127.0.0.1',
      publicUrl: 'http://localhost:4173',
      database: { kind: 'embedded', folder: '.data' },
      trustProxy: [],
      stripe: { kind: 'simulator', port: 4175, couponIds: [] },
    });
  });

  it('uses Stripe’s test mode instead of the simulator only when it is configured completely', () => {
    expect(loadConfig({ ...testMode, STRIPE_COUPON_IDS: 'staff, friends' }).stripe).toEqual({
      kind: 'stripe',
      secretKey: testMode.STRIPE_SECRET_KEY,
      webhookSecrets: [testMode.STRIPE_WEBHOOK_SECRETS],
      priceId: testMode.STRIPE_PRICE_ID,
      couponIds: ['staff', 'friends'],
    });
    expect(namesIn(problemsOf({ STRIPE_PRICE_ID: testMode.STRIPE_PRICE_ID })).sort()).toEqual([
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRETS',
    ]);
  });

  it.each(['sk_live_', 'rk_live_'])('refuses %s in development', (shape) => {
    const problems = problemsOf({ ...testMode, STRIPE_SECRET_KEY: random(shape) });
    expect(namesIn(problems)).toEqual(['STRIPE_SECRET_KEY']);
    expect(problems.join()).not.toContain(random(''));
  });

  it('shortens the lease of jobs to whole seconds', () => {
    expect([loadConfig({}), loadConfig({ JOB_LEASE_SECONDS: '5' })]).toMatchObject([
      { jobLease: undefined },
      { jobLease: 5_000 },
    ]);
    for (const JOB_LEASE_SECONDS of ['0', '-5', '1.5', 'soon', '1000']) {
      expect(namesIn(problemsOf({ JOB_LEASE_SECONDS }))).toEqual(['JOB_LEASE_SECONDS']);
    }
  });

  it('gives each of the three development servers a separate port', () => {
    expect(namesIn(problemsOf({ DEMO_PORT: '4175' }))).toEqual(['STRIPE_SIMULATOR_PORT']);
    expect(namesIn(problemsOf({ DEMO_PORT: '4173' }))).toEqual(['DEMO_PORT']);
  });

  it('requires a public origin when other machines reach the development server', () => {
    expect(namesIn(problemsOf({ HOST: '0.0.0.0' }))).toEqual(['PUBLIC_URL']);
    expect(loadConfig({ HOST: '0.0.0.0', PUBLIC_URL: 'http://192.0.2.7:4173' }).host).toBe('0.0.0.0');
  });

  it.each([
    ['HOST is not loopback', { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:4173' }],
    ['PUBLIC_URL is not on this machine', { PUBLIC_URL: 'https://preview.maths-school.org' }],
  ])('generates a random game key for development when %s', (_case, env) => {
    const [one, other] = [loadConfig(env), loadConfig(env)];
    expect(one.gameKeys).toEqual([expect.stringMatching(/^[\w-]{32}$/)]);
    expect(one.gameKeys).not.toEqual(other.gameKeys);
    expect(one).toMatchObject({ generatedGameKey: one.gameKeys[0] });
    expect(loadConfig({ ...env, GAME_API_KEY: random('game') })).toMatchObject({
      gameKeys: [random('game')],
      generatedGameKey: null,
    });
    expect(problemsOf({ ...env, GAME_API_KEY: 'dev-game-key' })).toEqual([
      'GAME_API_KEY must not be dev-game-key, which everybody can read, when others can reach the portal: remove it, or set another key.',
    ]);
  });

  it.each([{}, { HOST: '::1', PUBLIC_URL: 'http://[::1]:4173/' }])(
    'keeps dev-game-key for development on this machine: %o',
    (env) => {
      expect(loadConfig(env)).toMatchObject({ gameKeys: ['dev-game-key'], generatedGameKey: null });
    },
  );

  it('refuses single production variables in development', () => {
    const { APP_MODE: _mode, PLAYFAB_TITLE_ID: _title, MAIL_FROM: _from, ...rest } = complete;
    expect(namesIn(problemsOf(rest)).sort()).toEqual([
      'PLAYFAB_FUNCTION_SECRETS',
      'PLAYFAB_SECRET_KEY',
      'SMTP_URL',
      'STRIPE_SECRET_KEY',
    ]);
  });

  it('reads the periods by which parents leave, which the law does not allow to be shorter', () => {
    expect(loadConfig({}).leaving).toEqual({ withdrawalDays: 14, linkDays: 14, timeZone: 'Europe/Paris' });
    const given = {
      VITE_WITHDRAWAL_DAYS: '30',
      CANCELLATION_LINK_DAYS: '21',
      CONTRACT_TIME_ZONE: 'America/New_York',
      MAIL_POSTAL_ADDRESS: '1 High Street, Dublin',
    };
    expect(loadConfig(given)).toMatchObject({
      leaving: { withdrawalDays: 30, linkDays: 21, timeZone: 'America/New_York' },
      postalAddress: '1 High Street, Dublin',
    });
    for (const days of ['13', '366', '14.5', 'a month']) {
      expect(namesIn(problemsOf({ VITE_WITHDRAWAL_DAYS: days }))).toEqual(['VITE_WITHDRAWAL_DAYS']);
      expect(namesIn(problemsOf({ CANCELLATION_LINK_DAYS: days }))).toEqual(['CANCELLATION_LINK_DAYS']);
    }
    expect(namesIn(problemsOf({ CONTRACT_TIME_ZONE: 'Paris' }))).toEqual(['CONTRACT_TIME_ZONE']);
    expect(namesIn(problemsOf({ MAIL_POSTAL_ADDRESS: 'two\nlines' }))).toEqual(['MAIL_POSTAL_ADDRESS']);
  });

  it('refuses an unknown mode', () => {
    expect(namesIn(problemsOf({ APP_MODE: 'prod' }))).toEqual(['APP_MODE']);
  });
});
