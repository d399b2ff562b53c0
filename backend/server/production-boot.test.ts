import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/contracts/routes.ts';
import { loadConfig } from '../config.ts';
import { onPostgres } from '../db/database.ts';
import { enqueue } from '../domain/outbox/enqueue.ts';
import { isOpen, type ServerProcess, startServer } from '../testing/server-process.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';
import { buildFolder } from '../testing/build-folder.ts';
import { createEmptyDatabase, testDatabaseUrl } from '../testing/test-database.ts';
import { checkBundle } from './bundle-stamp.ts';

const env = {
  APP_MODE: 'production',
  PUBLIC_URL: 'https://portal.maths-school.org',
  DATABASE_URL: 'postgres://portal:pw@db.internal:5432/portal',
  PLAYFAB_TITLE_ID: 'AB12C',
  PLAYFAB_SECRET_KEY: 'title-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  PLAYFAB_FUNCTION_SECRETS: 'one-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  STRIPE_SECRET_KEY: 'sk_live_7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  STRIPE_WEBHOOK_SECRETS: 'whsec_7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  STRIPE_PRICE_ID: 'price_7Fq2xZ9LmVt4RkWc',
  GAME_API_KEY: 'game-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  SMTP_URL: 'smtps://portal:pw@smtp.maths-school.org',
  MAIL_FROM: 'no-reply@maths-school.org',
  VITE_PLAYFAB_URL: 'https://playfab.maths-school.org',
};
const playfabUrl = 'https://playfab.maths-school.org';
const built = { VITE_PLAYFAB_TITLE_ID: 'AB12C', VITE_PLAYFAB_URL: playfabUrl };

/** What is loaded without `import()`: what production loads. */
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

it('module list, partner map: no emulator, demo, localhost', () => {
  const modules = [...modulesOf(resolve('backend/main.ts'))];
  expect(modules.length).toBeGreaterThan(40);
  expect(modules.filter((file) => /emulators|development|demo|testing/.test(file))).toEqual([]);
  const { partnerOrigins } = loadConfig(env);
  expect(partnerOrigins.length).toBeGreaterThan(0);
  expect(partnerOrigins.filter((origin) => /localhost|127\.|^http:/.test(origin))).toEqual([]);
});

it.each([
  ['a bundle stamped development', { mode: 'development', variables: built }, /built for development/],
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
  ['no stamp', null, /not built/],
])('%s is refused', (_case, stamp, sentence) => {
  const folder = stamp === null ? mkdtempSync(join(tmpdir(), 'built-')) : buildFolder(stamp);
  expect(() => checkBundle(folder, loadConfig(env), env)).toThrow(sentence);
  rmSync(folder, { recursive: true });
});

it('the bundle that was built with the same variables is taken', () => {
  const folder = buildFolder({ mode: 'production', variables: built });
  expect(() => checkBundle(folder, loadConfig(env), env)).not.toThrow();
  rmSync(folder, { recursive: true });
});

/** Production has no database of its own, so it is booted where the suite runs on PostgreSQL. */
const bootProduction = (databaseServer: string): void => {
  describe('a production process', () => {
    const mailArrived = Promise.withResolvers<void>();
    const folder = buildFolder({ mode: 'production', variables: built });
    let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
    let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
    let server: ServerProcess;
    const variables = () => ({ ...env, DATABASE_URL: empty.url, SMTP_URL: smtp.url, BUILD_FOLDER: folder });
    beforeAll(async () => {
      empty = await createEmptyDatabase(databaseServer);
      smtp = await startSmtpServer(mailArrived.resolve);
      server = await startServer(variables());
      await server.ready;
    });
    afterAll(async () => {
      server.child.kill('SIGKILL');
      await server.exited;
      await smtp.close();
      await empty.drop();
      rmSync(folder, { recursive: true });
    });

    const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`http://127.0.0.1:${server.port}${path}`, { redirect: 'manual', ...init });

    it.each([
      '/dev/mail',
      '/dev/',
      '/playfab/Client/LoginWithEmailAddress',
      '/v1/customers',
      '/c/pay/cs_test_1',
      '/simulator/clock',
      '/demo',
      '/demo/index.html',
    ])('%s is not there', async (path) => {
      const page = await ask(path);
      expect([page.status, page.headers.get('location')]).toEqual([302, '/']);
      expect((await ask(path, { method: 'POST', body: '{}' })).status).toBe(404);
    });

    it('opens no port for the demo partner', async () => {
      expect(await isOpen(server.demoPort)).toBe(false);
    });

    it('opens no port for a simulated Stripe', async () => {
      expect(await isOpen(server.simulatorPort)).toBe(false);
    });

    it('names only PlayFab and partners in its policies: no demo, no localhost', async () => {
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

    it.each([
      ['http://127.0.0.1:4174', null],
      ['http://localhost:4173', null],
      ['https://funnel.numeria.example', 'https://funnel.numeria.example'],
    ])('lets %s read %s', async (origin, allowed) => {
      const { headers } = await ask('/api/user/integrations?p=1', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PUT' },
      });
      expect(headers.get('access-control-allow-origin')).toBe(allowed);
    });

    it('is ready, and shows its metrics to nobody', async () => {
      expect((await ask('/readyz')).status).toBe(200);
      expect((await ask('/metrics')).status).toBe(404);
    });

    it('hands a promised mail to the SMTP server', async () => {
      const database = onPostgres(empty.url, () => undefined);
      const mail = { to: 'owner@maths-school.org', language: 'en', template: 'password-changed', values: {} } as const;
      await enqueue(database, { kind: 'mail', payload: mail });
      await database.destroy();
      await mailArrived.promise;
      expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['owner@maths-school.org']]);
    });

    it('does not start on a bundle for development: a sentence, exit 1, no port', async () => {
      const development = buildFolder({ mode: 'development', variables: built });
      const other = await startServer({ ...variables(), BUILD_FOLDER: development });
      expect(await other.exited).toBe(1);
      expect(other.output()).toBe('The pages were built for development. Run: APP_MODE=production npm run build\n');
      expect(await isOpen(other.port)).toBe(false);
      rmSync(development, { recursive: true });
    });
  });
};
if (testDatabaseUrl !== undefined) bootProduction(testDatabaseUrl);
