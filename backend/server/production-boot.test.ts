import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSettings } from '../../scripts/build/build-settings.ts';
import { routes } from '../../src/contracts/routes.ts';
import { loadConfig } from '../config/load-config.ts';
import { onPostgres } from '../db/database.ts';
import { enqueue } from '../domain/jobs/jobs.ts';
import { isPortOpen, type ServerProcess, startServer, buildFolder } from '../testing/server-process.ts';
import { startSmtpServer } from '../testing/servers.ts';
import { createEmptyDatabase, testDatabaseUrl } from '../testing/database-template.ts';
import { checkBundle } from './built-files.ts';

/**
 * Every variable of production, with the variations that people use: upper case, trailing slashes, IPv6, encoded
 * passwords.
 */
const given = {
  APP_MODE: 'production',
  HOST: '::',
  PORT: '4173',
  PUBLIC_URL: 'https://Portal.Maths-School.org/',
  REDIRECT_HOSTS: 'Maths-School.org, WWW.Maths-School.org',
  DATABASE_URL: 'postgres://portal:p%25w%40d@[2001:db8::5]:5432/portal?sslmode=require',
  PLAYFAB_TITLE_ID: 'A1B2C',
  PLAYFAB_SECRET_KEY: 'title-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  PLAYFAB_FUNCTION_SECRETS: 'one-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  STRIPE_SECRET_KEY: 'sk_live_7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  STRIPE_WEBHOOK_SECRETS: 'whsec_7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  STRIPE_PRICE_ID: 'price_7Fq2xZ9LmVt4RkWc',
  STRIPE_COUPON_IDS: 'STAFF-2026, Friends_1',
  REVENUECAT_WEBHOOK_KEYS: 'revenuecat-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  REVENUECAT_API_KEY: 'sk_7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  GAME_API_KEY: 'game-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  ADMIN_API_KEY: 'admin-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  METRICS_KEY: 'metrics-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  ID_TOKEN_KEYS: 'id-token-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  SMTP_URL: 'smtps://portal%40maths-school.org:p%25w%40d@[2001:db8::25]:465/',
  MAIL_FROM: 'Numeria <No-Reply@Maths-School.org>',
  LEVELS_URL: 'https://[2001:db8::7]/Levels/',
  TRUST_PROXY: '10.0.0.0/8, 2001:DB8::/32',
  META_PIXEL_ID: '1234567890',
  META_ACCESS_TOKEN: 'meta-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  META_API_URL: 'https://Graph.Facebook.com/v25.0/',
  MEASUREMENT_ID: 'G-ABCDE12345',
  MEASUREMENT_API_SECRET: 'measurement-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  MEASUREMENT_URL: 'https://region1.google-analytics.com/',
  LOG_LEVEL: 'INFO',
  VITE_BRAND_DOMAIN: 'Maths-School.org',
  VITE_PARTNERS: 'web2wave=https://quiz.maths-partner.org, educators=https://teachers.maths-partner.org',
  VITE_PLAYFAB_RECOVERY_TEMPLATES: 'en=A1B2C3,fr=D4E5F6',
  VITE_PAYMENT_ORIGINS: 'https://Pay.Maths-School.org/, https://billing.stripe.com',
};
/** The variables that `npm start` passes to the build and, with the rest of the environment, to the server. */
const built = buildSettings(given).variables;
const env = { ...given, ...built };
const playfabUrl = 'https://a1b2c.playfabapi.com';

/** Returns the modules that are loaded without `import()`, which are those that production loads. */
const modulesOf = (file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+\.ts)'/gm,
  )) {
    modulesOf(resolve(dirname(file), path), seen);
  }
  return seen;
};

it('loads no emulator and no demo in production, and trusts no partner on localhost', () => {
  const modules = [...modulesOf(resolve('backend/main.ts'))];
  expect(modules.length).toBeGreaterThan(40);
  expect(modules.filter((file) => /emulators|development|demo|testing/.test(file))).toEqual([]);
  const { partnerOrigins } = loadConfig(env);
  expect(partnerOrigins.length).toBeGreaterThan(0);
  expect(partnerOrigins.filter((origin) => /localhost|127\.|^http:/.test(origin))).toEqual([]);
});

it('normalises an ordinary production configuration to the forms that the portal compares', () => {
  expect(loadConfig(env)).toMatchObject({
    publicUrl: 'https://portal.maths-school.org',
    REDIRECT_HOSTS: ['maths-school.org', 'www.maths-school.org'],
    database: { url: 'postgres://portal:p%25w%40d@[2001:db8::5]:5432/portal?sslmode=verify-full' },
    PLAYFAB_TITLE_ID: 'A1B2C',
    playfabUrl,
    TRUST_PROXY: ['10.0.0.0/8', '2001:DB8::/32'],
    conversions: {
      meta: { url: 'https://Graph.Facebook.com/v25.0' },
      measurement: { url: 'https://region1.google-analytics.com' },
    },
    LOG_LEVEL: 'info',
  });
});

it.each([
  ['a bundle for development', { mode: 'development', variables: built }, /built for development/],
  [
    'a bundle of another partner table',
    { mode: 'production', variables: { ...built, VITE_PARTNERS: 'a=b' } },
    /VITE_PARTNERS/,
  ],
  [
    'a bundle for another title',
    { mode: 'production', variables: { ...built, VITE_PLAYFAB_TITLE_ID: 'FFF' } },
    /VITE_PLAYFAB_TITLE_ID/,
  ],
  ['a bundle without a stamp', null, /not built/],
])('refuses to start with %s', (_case, stamp, sentence) => {
  const folder = stamp === null ? mkdtempSync(join(tmpdir(), 'built-')) : buildFolder(stamp);
  expect(() => checkBundle(folder, loadConfig(env), env)).toThrow(sentence);
});

/** Creates a user whose name and password must be percent-encoded in the address of the database. */
const createLogin = async (server: string, database: string) => {
  const user = `portal@${randomBytes(4).toString('hex')}`;
  const password = 'p%w@d:/?#[]';
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create role ${pg.escapeIdentifier(user)} superuser login password ${pg.escapeLiteral(password)}`);
  const url = new URL(database);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return {
    url: url.href,
    drop: async () => {
      await admin.query(`drop role ${pg.escapeIdentifier(user)}`);
      await admin.end();
    },
  };
};

/** Runs on PostgreSQL only, because production has no embedded database. */
const bootProduction = (databaseServer: string): void => {
  describe('a production process', () => {
    const mailArrived = Promise.withResolvers<void>();
    const folder = buildFolder({ mode: 'production', variables: built });
    let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
    let login: Awaited<ReturnType<typeof createLogin>>;
    let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
    let server: ServerProcess;
    beforeAll(async () => {
      const { PORT: _free, ...rest } = env;
      empty = await createEmptyDatabase(databaseServer);
      login = await createLogin(databaseServer, empty.url);
      smtp = await startSmtpServer(mailArrived.resolve);
      const local = { HOST: '127.0.0.1', DATABASE_URL: login.url, SMTP_URL: smtp.url, BUILD_FOLDER: folder };
      server = await startServer({ ...rest, ...local });
      await server.ready;
    });
    afterAll(async () => {
      server.child.kill('SIGKILL');
      await server.exited;
      await smtp.close();
      await empty.drop();
      await login.drop();
    });

    const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`http://127.0.0.1:${server.port}${path}`, { redirect: 'manual', ...init });

    it.each(['/dev/mail', '/playfab/Client/LoginWithEmailAddress', '/v1/customers', '/demo'])(
      'serves nothing of the development server at %s',
      async (path) => {
        const page = await ask(path);
        expect([page.status, page.headers.get('location')]).toEqual([302, '/#unknown-address']);
        expect((await ask(path, { method: 'POST', body: '{}' })).status).toBe(404);
      },
    );

    it('opens no port for the demo partner or a simulated Stripe', async () => {
      expect([await isPortOpen(server.ports.DEMO_PORT), await isPortOpen(server.ports.STRIPE_SIMULATOR_PORT)]).toEqual([
        false,
        false,
      ]);
    });

    it('allows only PlayFab and partners in its policies, and neither the demo nor localhost', async () => {
      for (const { path } of Object.values(routes)) {
        const { status, headers } = await ask(path);
        const policy = headers.get('content-security-policy') ?? '';
        expect([path, status, policy]).toEqual([
          path,
          200,
          expect.stringContaining(`connect-src 'self' ${playfabUrl};`),
        ]);
        expect(policy).not.toMatch(/localhost|127\.0|demo|http:/);
        expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
      }
    });

    it('starts in production, is ready, and shows its metrics to no one', async () => {
      expect((await ask('/readyz')).status).toBe(200);
      expect((await ask('/metrics')).status).toBe(404);
    });

    it('sends a queued mail to the SMTP server', async () => {
      const database = onPostgres(empty.url, () => undefined);
      const mail = { to: 'owner@maths-school.org', language: 'en', template: 'password-changed', values: {} } as const;
      await enqueue(database, { kind: 'mail', payload: mail });
      await database.destroy();
      await mailArrived.promise;
      expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['owner@maths-school.org']]);
    });
  });
};
if (testDatabaseUrl !== undefined) bootProduction(testDatabaseUrl);
