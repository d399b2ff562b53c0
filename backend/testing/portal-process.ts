import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { z } from 'zod';
import { simulatedPriceId } from '../../emulators/stripe/catalog.ts';
import { createApp } from '../app.ts';
import { sampleLevels } from '../config/load-config.ts';
import { openDatabase } from '../db/open-database.ts';
import { systemClock } from '../domain/clock.ts';
import { createMailDelivery } from '../domain/mails/deliver-mail.ts';
import { createOutboxWorker } from '../domain/outbox/worker.ts';
import { createPortal } from '../domain/portal.ts';
import { createLevelFolder } from '../gateways/level-folder.ts';
import { createSmtpMailer } from '../gateways/mail.ts';
import { createPlayfabGateway } from '../gateways/playfab.ts';
import { createStripeGateway } from '../gateways/stripe.ts';
import { databaseAnswers } from '../server/health.ts';
import { createLogger } from '../server/log.ts';
import { createMetrics, createObserver, readingsOf } from '../server/metrics.ts';
import { type EmulatedServices, playfabKey, titleId, webhookSecret } from './emulated-services.ts';

export const functionSecret = 'function-secret-of-these-tests-33';
export const gameKey = 'game-key-of-the-processes-in-tests-33';

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
  const portal = createPortal({
    infrastructure: { database, clock: systemClock, events: { record: observer.event }, wake: () => worker.wake() },
    gateways: {
      playfab: createPlayfabGateway({ baseUrl: playfabUrl, titleId, secretKey: playfabKey, deadline }),
      stripe: createStripeGateway({
        secretKey: 'sk_test_simulator',
        webhookSecrets: [webhookSecret],
        priceId: simulatedPriceId,
        publicUrl,
        server: stripeServer,
        deadline,
      }),
      levelFiles: createLevelFolder(sampleLevels),
      revenueCat: null,
      conversions: { meta: null, measurement: null },
    },
    secrets: {
      functionSecrets: [functionSecret],
      revenueCatKeys: [],
      gameKeys: [gameKey],
      adminKeys: [],
      idTokenKeys: ['id-token-key-of-32-signs-or-more-x'],
    },
    settings: {
      publicUrl,
      titleId,
      couponIds: [],
      livemode: false,
      leaving: { withdrawalDays: 14, linkDays: 14, timeZone: 'Europe/Paris' },
      stripeTimeout: deadline,
    },
  });
  const mailer = createSmtpMailer({ url: smtpUrl, from: 'no-reply@numeria.example' });
  const sender = { product: 'Numeria', supportEmail: 'support@numeria.example', portal: publicUrl };
  const worker = createOutboxWorker({
    database,
    clock: systemClock,
    handlers: {
      ...portal.jobs,
      mail: createMailDelivery(mailer, sender),
    },
    onFailure: observer.jobFailure,
    onDone: observer.jobDone,
  });
  const app = await createApp({
    portal,
    monitoring: {
      logger,
      metrics,
      metricsAccess: { mode: 'development', keys: [] },
      isReady: () => databaseAnswers(database),
    },
    network: {
      publicUrl,
      redirectHosts: [],
      ownOrigins: [publicUrl],
      trustProxy: ['127.0.0.1'],
      countryHeader: undefined,
      partners: [],
    },
    headers: { mode: 'production', partnerOrigins: [], connectOrigins: [] },
    site: null,
    development: null,
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
