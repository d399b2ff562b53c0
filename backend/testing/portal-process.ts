import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { z } from 'zod';
import { simulatedPriceId } from '../../emulators/stripe/catalog.ts';
import { serverPaths } from '../../src/contracts/api.ts';
import { onPglite, openPglite } from '../db/database.ts';
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
import { createTestPlayfab, secretKey } from './playfab.ts';
import { startSmtpServer } from './servers.ts';
import { createTestStripe, webhookSecret } from './stripe.ts';

/** An empty database in memory, where the tables of one emulator are created. */
const openMemoryDatabase = () => onPglite(() => openPglite());

/**
 * Starts PlayFab, Stripe and a mail server in this process, each with separate memory: as in production, they stay
 * available while the portal's database is not.
 * @param portal the origin to which Stripe sends its events
 */
export const startEmulatedServices = async (portal: string) => {
  const clock = { ...systemClock, advance: () => undefined };
  const smtp = await startSmtpServer();
  const playfab = createTestPlayfab({ database: openMemoryDatabase(), clock });
  const stripe = createTestStripe({
    database: openMemoryDatabase(),
    clock,
    receive: (_url, init) => fetch(portal + serverPaths.stripeWebhook, init),
  });
  const { app, start } = await stripe.simulator();
  const stripeUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  start();
  return {
    playfabUrl: await playfab.listen(),
    stripeUrl,
    smtp,
    /** PlayFab's proof that a function call comes from this title. */
    titleToken: await playfab.titleToken(),
    close: async (): Promise<void> => {
      await Promise.all([stripe.close(), playfab.close(), smtp.close()]);
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
      playfab: createPlayfabGateway({ baseUrl: playfabUrl, titleId: testTitleId, secretKey, deadline }),
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
