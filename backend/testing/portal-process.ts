import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { PGlite } from '@electric-sql/pglite';
import Fastify from 'fastify';
import { Kysely, PGliteDialect } from 'kysely';
import { z } from 'zod';
import { createPlayfabEmulator } from '../../emulators/playfab/emulator.ts';
import { simulatedPriceId } from '../../emulators/stripe/catalog.ts';
import { createStripeSimulator } from '../../emulators/stripe/simulator.ts';
import { serverPaths } from '../../src/contracts/api.ts';
import { openDatabase } from '../db/open-database.ts';
import { systemClock } from '../domain/clock.ts';
import { createMailDelivery } from '../domain/mail/render-mail.ts';
import { createJobWorker } from '../domain/jobs/worker.ts';
import { createSmtpMailer } from '../gateways/mail.ts';
import { createPlayfabGateway } from '../gateways/playfab.ts';
import { createStripeGateway } from '../gateways/stripe.ts';
import { databaseAnswers } from '../server/health.ts';
import { createLogger } from '../server/log.ts';
import { createMetrics, createObserver, readingsOf } from '../server/metrics.ts';
import { createAppOf, createPortalOf, testTitleId } from './portal-parts.ts';
import { startSmtpServer } from './servers.ts';

export const playfabKey = 'playfab-secret-key-of-the-tests-33';
export const webhookSecret = 'whsec_of_the_services_in_these_tests';

const int8 = 20;

/** Returns an empty database in memory, which parses `bigint` columns as numbers, as the portal's database does. */
const openMemoryDatabase = async (): Promise<Kysely<Record<never, never>>> => {
  const pglite = await PGlite.create({ parsers: { [int8]: Number } });
  return new Kysely({ dialect: new PGliteDialect({ pglite }) });
};

const issued = z.object({ data: z.object({ EntityToken: z.string() }) });

/**
 * Starts PlayFab, Stripe and a mail server in this process, each with separate memory: as in production, they stay
 * available while the portal's database is not.
 * @param portal the origin to which Stripe sends its events
 */
export const startEmulatedServices = async (portal: string) => {
  const clock = { now: () => new Date() };
  const smtp = await startSmtpServer();
  const playfab = Fastify();
  await playfab.register(
    await createPlayfabEmulator({
      database: await openMemoryDatabase(),
      clock,
      titleId: testTitleId,
      secretKey: playfabKey,
      minPassword: 8,
      functionUrl: () => null,
      recoveryTemplates: ['recovery'],
      sendRecoveryMail: async () => undefined,
    }),
  );
  const playfabUrl = await playfab.listen({ port: 0, host: '127.0.0.1' });
  const token = await fetch(`${playfabUrl}/Authentication/GetEntityToken`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-secretkey': playfabKey },
    body: JSON.stringify({ Entity: { Id: testTitleId, Type: 'title' } }),
  });
  const stripe = await createStripeSimulator({
    database: await openMemoryDatabase(),
    clock,
    // Only paths of the payment pages are used.
    publicUrl: 'http://localhost',
    merchant: 'Numeria',
    webhook: { url: portal + serverPaths.stripeWebhook, secret: webhookSecret },
  });
  const stripeUrl = await stripe.app.listen({ port: 0, host: '127.0.0.1' });
  stripe.start();
  return {
    playfabUrl,
    stripeUrl,
    smtp,
    /** PlayFab's proof that a function call comes from this title. */
    titleToken: issued.parse(await token.json()).data.EntityToken,
    close: async (): Promise<void> => {
      await stripe.stop();
      await Promise.all([stripe.app.close(), playfab.close(), smtp.close()]);
    },
  };
};
export type EmulatedServices = Awaited<ReturnType<typeof startEmulatedServices>>;

/** Milliseconds for a call to an emulator, which shares the processors with the test and the portal. */
const deadline = 50_000;

const order = z.object({
  databaseUrl: z.string(),
  publicUrl: z.string(),
  port: z.number(),
  playfabUrl: z.string(),
  stripeUrl: z.string(),
  smtpUrl: z.string(),
});
type Order = z.output<typeof order>;

/** Runs a portal as `serve` does, except that the addresses of PlayFab and Stripe are those of emulators. */
const run = async ({ databaseUrl, publicUrl, port, playfabUrl, stripeUrl, smtpUrl }: Order): Promise<void> => {
  const metrics = createMetrics();
  const logger = createLogger('warn');
  const observer = createObserver(logger, metrics);
  const opened = await openDatabase(
    { kind: 'postgres', url: databaseUrl },
    { onConnectionError: observer.brokenConnection },
  );
  const { database } = opened;
  metrics.readDatabase(readingsOf(opened));
  const stripeServer = { host: '127.0.0.1', port: Number(new URL(stripeUrl).port), protocol: 'http' } as const;
  const portal = createPortalOf({
    infrastructure: { database, clock: systemClock, events: { record: observer.event }, wake: () => worker.wake() },
    gateways: {
      playfab: createPlayfabGateway({ baseUrl: playfabUrl, titleId: testTitleId, secretKey: playfabKey, deadline }),
      stripe: createStripeGateway({
        secretKey: 'sk_test_simulator',
        webhookSecrets: [webhookSecret],
        priceId: simulatedPriceId,
        publicUrl,
        server: stripeServer,
        deadline,
      }),
    },
    settings: { publicUrl, stripeTimeout: deadline },
  });
  const mailer = createSmtpMailer({ url: smtpUrl, from: 'no-reply@numeria.example' });
  const sender = { product: 'Numeria', supportEmail: 'support@numeria.example', portal: publicUrl };
  const worker = createJobWorker({
    database,
    clock: systemClock,
    handlers: { ...portal.jobs, mail: createMailDelivery(mailer, sender) },
    onFailure: observer.jobFailure,
    onDone: observer.jobDone,
  });
  const app = await createAppOf(portal, {
    monitoring: { logger, metrics, isReady: () => databaseAnswers(database) },
    network: { publicUrl, ownOrigins: [publicUrl], trustProxy: ['127.0.0.1'] },
    headers: { mode: 'production' },
  });
  await app.listen({ port, host: '127.0.0.1' });
  worker.start();
  process.stdout.write('ready\n');
};

export type PortalProcess = Awaited<ReturnType<typeof startPortalProcess>>;

/** Starts a portal in a separate process. @param port a free one */
export const startPortalProcess = async (
  { playfabUrl, stripeUrl, smtp }: Pick<EmulatedServices, 'playfabUrl' | 'stripeUrl' | 'smtp'>,
  wanted: Pick<Order, 'databaseUrl' | 'publicUrl' | 'port'>,
) => {
  const given: Order = { ...wanted, playfabUrl, stripeUrl, smtpUrl: smtp.url };
  const child = spawn(process.execPath, ['backend/testing/portal-process.ts', JSON.stringify(given)], {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (/^ready$/m.test(text)) ready.resolve();
    });
  }
  const exited = once(child, 'close');
  await Promise.race([ready.promise, exited.then(() => Promise.reject(new Error(text)))]);
  return {
    origin: `http://127.0.0.1:${wanted.port}`,
    output: () => text,
    hasExited: () => child.exitCode !== null,
    stop: async (): Promise<void> => {
      child.kill('SIGKILL');
      await exited;
    },
  };
};

if (import.meta.main) await run(order.parse(JSON.parse(process.argv[2] ?? '')));
