import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { checkBuild, ConfigError, loadConfig, sampleLevels } from './load-config.ts';
import { counted } from '../testing/campaign.ts';
import { isPortOpen, startServer } from '../testing/server-process.ts';

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
  VITE_PLAYFAB_RECOVERY_TEMPLATES: 'en=A1B2C3,fr=D4E5F6',
};
/** Variables that are set together, or not at all. */
const pairs = {
  META_PIXEL_ID: '1234567890',
  META_ACCESS_TOKEN: random('meta'),
  MEASUREMENT_ID: 'G-ABCDE12345',
  MEASUREMENT_API_SECRET: random('measurement'),
  REVENUECAT_WEBHOOK_KEYS: `${random('old-store')}, ${random('new-store')}`,
  REVENUECAT_API_KEY: random('sk_'),
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
  it('requires the partners and the recovery mails for a build, and no secret', () => {
    const { VITE_PARTNERS, VITE_PLAYFAB_RECOVERY_TEMPLATES } = complete;
    const build = { APP_MODE: 'production', VITE_PARTNERS, VITE_PLAYFAB_RECOVERY_TEMPLATES };
    expect(() => checkBuild(build)).not.toThrow();
    expect(() => checkBuild({ APP_MODE: 'production' })).toThrow(/VITE_PARTNERS is missing/);
    expect(() => checkBuild({})).not.toThrow();
  });

  // A start takes a second, and another test covers which variables are required.
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
        wasOpen = await isPortOpen(server.port);
        await setTimeout(10);
      }
      expect([await ended, wasOpen]).toEqual([1, false]);
      const [, ...problems] = server.output().trim().split('\n');
      expect(namesIn(problems.map((line) => line.trim()))).toEqual([name]);
    },
  );

  it('reports wrong variables of the build together with the others, when it runs as a program', async () => {
    const env = { ...process.env, VITE_APP_STORE_URL: 'http://x', PORT: 'abc' };
    const { promise, resolve } = Promise.withResolvers<string>();
    execFile(process.execPath, ['backend/config/load-config.ts'], { env }, (_error, _stdout, stderr) =>
      resolve(stderr),
    );
    const [, ...problems] = (await promise).trim().split('\n');
    expect(namesIn(problems.map((line) => line.trim())).sort()).toEqual(['PORT', 'VITE_APP_STORE_URL']);
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
    ['STRIPE_WEBHOOK_SECRETS', random('secret_')],
    ['STRIPE_WEBHOOK_SECRETS', ['a', 'b', 'c'].map((seed) => random(`whsec_${seed}`)).join()],
    ['STRIPE_PRICE_ID', 'prod_1QxYz7Fq2xZ9LmVt'],
    ['STRIPE_COUPON_IDS', 'staff,half price'],
    ['REVENUECAT_WEBHOOK_KEYS', 'short'],
    ['REVENUECAT_API_KEY', 'sk_short'],
    ['GAME_API_KEY', 'dev-game-key'],
    ['ID_TOKEN_KEYS', 'short'],
    ['ADMIN_API_KEY', 'a-short-admin-key'],
    ['LEVELS_URL', 'http://levels.maths-school.org'],
    ['LEVELS_URL', 'https://reader:pw@levels.maths-school.org'],
    ['LEVELS_URL', 'https://levels.maths-school.org/made?'],
    ['LEVELS_URL', 'http://localhost.maths-school.org'],
    ['VITE_PAYMENT_ORIGINS', 'https://pay.maths-school.org,http://pay.maths-school.org'],
    ['SMTP_URL', 'https://smtp.maths-school.org'],
    ['SMTP_URL', 'smtps://portal:p%w@rd@smtp.maths-school.org'],
    ['MAIL_FROM', 'no-reply@numeria.example'],
    ['META_PIXEL_ID', 'pixel'],
    ['META_API_URL', 'http://graph.facebook.com/v25.0'],
    ['MEASUREMENT_ID', 'UA-12345-1'],
    ['MEASUREMENT_API_SECRET', 'short'],
    ['MEASUREMENT_URL', 'https://www.google-analytics.com/?to=me'],
    ['TRUST_PROXY', 'true'],
    ['VITE_PLAYFAB_RECOVERY_TEMPLATES', 'en'],
    ['VITE_PLAYFAB_RECOVERY_TEMPLATES', 'en=A1B2C3'],
    ['VITE_PLAYFAB_RECOVERY_TEMPLATES', 'en=,fr=D4E5F6'],
    ['VITE_PLAYFAB_RECOVERY_TEMPLATES', 'en=recovery-en,fr=recovery-fr'],
    ['HOST', '256.1.1.1'],
    ['HOST', '1.2.3'],
    ['HOST', 'localhost:4173'],
    ['PORT', '6566'],
    ['PORT', '10080'],
    ['MAIL_FROM', '"Numeria, Inc. <no-reply@maths-school.org>'],
    ['VITE_DEMO_ORIGIN', 'http://127.0.0.1:4174'],
    ['JOB_LEASE_SECONDS', '30'],
    ['DEV_SERVER_URL', 'http://127.0.0.1:5173'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
    ['VITE_PARTNERS', 'acme=https://*.maths-partner.org'],
    ['DATABASE_URL', 'postgres://portal:p/w@db.maths-school.org/portal?sslmode=verify-full'],
    ['VITE_PARTNERS', 'shop=http://shop.maths-school.org'],
    ['VITE_PARTNERS', 'shop=https://0.0.0.0'],
    ['VITE_TERMS_URL', 'www.maths-school.org/terms'],
    ['VITE_DEMO_ORIGIN', 'https://demo.maths-partner.org'],
    ['VITE_DEMO_PORTAL_URL', 'https://portal.maths-school.org'],
    ['VITE_PARTNERS', 'a=https://a.maths-partner.org, demo=https://demo.maths-partner.org'],
    ['VITE_PAYMENT_ORIGINS', 'http://localhost:4175'],
    ['VITE_PORTAL_URL', 'http://localhost:4173'],
  ])('refuses an example or a weak value of %s', (name, value) => {
    expect(namesIn(problemsOf({ ...complete, ...pairs, [name]: value }))).toEqual([name]);
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
    ['TRUST_PROXY', '0.0.0.0/1, 128.0.0.0/1', everybody],
    ['TRUST_PROXY', '2000::/3', everybody],
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

  it('trusts private networks and the networks of a proxy service in production, and none by the word none', () => {
    const trusted = ['10.0.0.0/8', 'fc00::/7', '::ffff:10.0.0.0/104', '104.16.0.0/13', '2a06:98c0::/29', '192.0.2.1'];
    expect(loadConfig({ ...complete, TRUST_PROXY: trusted.join() }).TRUST_PROXY).toEqual(trusted);
    expect(loadConfig({ ...complete, TRUST_PROXY: 'none' }).TRUST_PROXY).toEqual([]);
  });

  it('trusts the partners of VITE_PARTNERS in production, also on a developer’s own machine, and no default key', () => {
    expect(loadConfig({ ...complete, VITE_PARTNERS: 'none' }).partnerOrigins).toEqual([]);
    const origins = ['https://shop.maths-partner.org', 'http://localhost:3000', 'http://127.0.0.1:5173'];
    const VITE_PARTNERS = `shop=${origins.join('|')}`;
    expect(loadConfig({ ...complete, VITE_PARTNERS }).partnerOrigins).toEqual(origins);
  });
});

describe('variables that everybody can read', () => {
  const checks: [string, (env: Record<string, string>) => unknown][] = [
    ['a build', checkBuild],
    ['a start and a command', loadConfig],
  ];
  it.each(
    checks.flatMap(([what, check]) =>
      [
        { VITE_BRAND_NAME: 'sk_live_0123456789' },
        { VITE_PORTAL_URL: 'https://user:password@portal.example' },
        { VITE_BRAND_NAME: 'swordfish', ADMIN_API_KEY: 'swordfish' },
      ].map((env) => ({ what, check, env })),
    ),
  )('contain no key, no password and no secret of another variable in $what: $env', ({ check, env }) => {
    expect(() => check(env)).toThrow(/^ {2}VITE_\w+ holds a secret; [\w ,-]+\.$/m);
    expect(() => check(env)).not.toThrow(/sk_live|password|swordfish/);
  });
});

describe('variables that are set together', () => {
  it.each(Object.keys(pairs))('requires %s beside the other one', (name) => {
    expect(namesIn(problemsOf({ ...complete, ...pairs, [name]: '' }))).toEqual([name]);
  });

  it('refuses a secret that has another use, too', () => {
    const repeated = { ...complete, ...pairs, REVENUECAT_API_KEY: random('title') };
    expect(namesIn(problemsOf(repeated))).toEqual(['REVENUECAT_API_KEY']);
  });

  it('sends events to the vendors’ own addresses, to the configured ones, or to no one', () => {
    expect(loadConfig(complete).conversions).toEqual({ meta: null, measurement: null });
    expect(loadConfig({ ...complete, ...pairs }).conversions).toEqual({
      meta: { url: 'https://graph.facebook.com/v25.0', pixelId: '1234567890', accessToken: random('meta') },
      measurement: {
        url: 'https://www.google-analytics.com',
        measurementId: 'G-ABCDE12345',
        apiSecret: random('measurement'),
      },
    });
    const META_API_URL = 'http://127.0.0.1:4350/v25.0';
    expect(loadConfig({ ...complete, ...pairs, META_API_URL }).conversions.meta?.url).toBe(META_API_URL);
  });
});

describe('the levels', () => {
  it('are those of the server, of a folder or of a host, but not of both', () => {
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
      publicUrl: 'http://localhost:4173',
      database: { kind: 'embedded', folder: '.data' },
      TRUST_PROXY: [],
      GAME_API_KEY: ['dev-game-key'],
      stripe: null,
    });
  });

  it('uses Stripe’s test mode instead of the simulator only when it is configured completely', () => {
    expect(loadConfig(testMode).stripe).toMatchObject({
      secretKey: testMode.STRIPE_SECRET_KEY,
      webhookSecrets: [testMode.STRIPE_WEBHOOK_SECRETS],
      priceId: testMode.STRIPE_PRICE_ID,
    });
    expect(namesIn(problemsOf({ STRIPE_PRICE_ID: testMode.STRIPE_PRICE_ID })).sort()).toEqual([
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRETS',
    ]);
  });

  it.each([
    ['HOST', '0.0.0.0'],
    ['PUBLIC_URL', 'https://preview.maths-school.org'],
    ['JOB_LEASE_SECONDS', '1.5'],
    ['CONTRACT_TIME_ZONE', 'Paris'],
    ['MAIL_POSTAL_ADDRESS', 'two\nlines'],
    ['VITE_PRIVACY_URL', 'http://127.0.0.1/privacy'],
    ['STRIPE_SECRET_KEY', random('sk_live_')],
    ['STRIPE_SECRET_KEY', random('rk_live_')],
    ['DEMO_PORT', '4173'],
    // Each of the three servers has a port.
    ['DEMO_PORT', '4175', 'STRIPE_SIMULATOR_PORT'],
    ['APP_MODE', 'prod'],
  ])('refuses %s=%s in development', (name, value, wrong = name) => {
    expect(namesIn(problemsOf({ ...testMode, [name]: value }))).toEqual([wrong]);
  });

  it('refuses single production variables in development', () => {
    const { APP_MODE: _mode, PLAYFAB_TITLE_ID: _title, MAIL_FROM: _from, ...rest } = complete;
    expect(namesIn(problemsOf(rest)).sort()).toEqual([
      'PLAYFAB_FUNCTION_SECRETS',
      'PLAYFAB_SECRET_KEY',
      'PUBLIC_URL',
      'SMTP_URL',
      'STRIPE_SECRET_KEY',
    ]);
  });
});
